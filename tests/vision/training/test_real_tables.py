"""Labelled photos of tables compared with readings: right, wrong and open zones, and their tiles."""

from vision.training.evaluate.real_tables import LabelledReading, RealTables, judge_picture


def test_a_zone_is_right_wrong_or_open() -> None:
    wanted = ("1m", "2m_", "3m")
    assert LabelledReading("near river", wanted, wanted).verdict == "right"
    assert LabelledReading("near river", wanted, ("1m", "2m", "3m")).verdict == "wrong"
    assert LabelledReading("near river", wanted, None).verdict == "open"
    assert LabelledReading("near river", (), ()).verdict == "right"


def test_of_a_zone_that_is_cut_an_unbroken_part_is_right() -> None:
    wanted = ("1m", "2m", "3m", "4m")
    assert LabelledReading("left river", wanted, ("2m", "3m"), cut=True).verdict == "right"
    assert LabelledReading("left river", wanted, ("2m", "4m"), cut=True).verdict == "wrong"
    assert LabelledReading("left river", wanted, ("2m", "3m")).verdict == "wrong"


def test_zones_and_tiles_are_counted_by_kind() -> None:
    counts = RealTables()
    right = LabelledReading("near river", ("1m", "2m"), ("1m", "2m"))
    wrong = LabelledReading("far river", ("1p", "2p", "3p"), ("1p", "9p"))
    open_zone = LabelledReading("left hand", ("7z", "7z"), None)
    counts.add("a.jpg", [right, wrong, open_zone])
    report = counts.report()
    assert report["zones"] == {
        "hand": {"right": 0, "wrong": 0, "open": 1},
        "river": {"right": 1, "wrong": 1, "open": 0},
    }
    assert report["tiles"] == {"right": 3, "open or missed": 4, "wrong": 1}
    assert [line.split(":")[0] for line in counts.lines] == ["a.jpg far river wrong", "a.jpg left hand open"]


def test_a_picture_that_was_refused_leaves_its_labelled_zones_open() -> None:
    label = {"near": {"river": "1m 2m", "melds": ["1z 1z 1z"], "shown": "7z 7z"}, "dice": "4 2", "indicators": "6s"}
    told = judge_picture(label, None)
    assert [(zone.name, zone.verdict) for zone in told] == [
        ("near river", "open"),
        ("near melds", "open"),
        ("near hand", "open"),
        ("dice", "open"),
        ("indicators", "open"),
    ]
