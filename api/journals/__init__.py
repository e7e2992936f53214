"""Operations on a whole journal: checked against its anchors, repaired, copied, limited by its quota."""
