"""Operations on a whole journal: checking against anchors, repair, backup and copy, history of the table's machine."""
