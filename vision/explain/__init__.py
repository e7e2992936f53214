"""Explain a table from the tiles detected on it: rivers, melds, walls, indicators and hands, by geometry and rules.

These areas are zones; a reading is the most likely content of a zone, with its probability. An upper tile lies on
another tile. The string below a constant gives the source of its value: "measured" names the data, "chosen" gives the
reason of a value set by judgement. Painted tables are drawn by ``vision.render``, path-traced ones by
``vision.render.traced``.
"""
