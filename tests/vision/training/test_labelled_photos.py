"""Figures and training are based on labels made by people."""

from vision.training.samples.labelled_photos import LabelledBox, usable


def _row(labels: list[str]) -> list[LabelledBox]:
    return [(label, 20.0 * i, 50.0, 20.0, 28.0) for i, label in enumerate(labels)]


def test_a_photo_with_a_face_named_more_often_than_a_set_has_it_is_left_out() -> None:
    assert not usable(_row(["1p"] * 14))
    assert usable(_row(["1p"] * 4 + ["2p", "3p", "4p"]))


def test_a_photo_stretched_beyond_use_and_one_without_names_are_left_out() -> None:
    assert not usable([("1p", 50.0, 50.0, 10.0, 200.0)])
    assert not usable(_row(["unknown_0"]))
