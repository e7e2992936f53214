import pytest

from tests.support.studio import Studio, studio_of
from vision.tiles.classifier import Classifier


@pytest.fixture(scope="session")
def classifier() -> Classifier:
    return Classifier.load(1)


@pytest.fixture(scope="session")
def studio(classifier: Classifier) -> Studio:
    """The parlour look under the usual camera; rendered pictures are shared by all tests."""
    return studio_of("parlour", classifier)
