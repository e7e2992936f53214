"""Names of faces that people corrected: ``python -m vision.training.evaluate.corrected FOLDER --models OTHER``.

Reads folders of ``jantaku corrections``. Prints one JSON object: how many faces the shipped classifier names right, and
with ``--models`` those of the new one.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from vision.tiles.classifier import MODEL, Classifier
from vision.tiles.crop import cut_faces
from vision.tiles.network import open_model
from vision.training.evaluate.reliability import SURE
from vision.training.samples.face_samples import edges
from vision.training.samples.labelled_photos import Photo, load_corrected


def names(photos: list[Photo], classifier: Classifier) -> dict[str, int]:
    """Return the number of faces, of those named right, and of wrong names with a confidence of .9 and more."""
    told = {"faces": 0, "right": 0, "wrong at .9 and more": 0}
    for photo in photos:
        right, down = edges(photo.outline)
        faces = classifier.classify(cut_faces(photo.image, photo.outline.mean(axis=1), right, down))
        named = faces.kinds == photo.number
        told["faces"] += len(named)
        told["right"] += int(named.sum())
        told["wrong at .9 and more"] += int(np.sum(~named & (faces.confidence >= SURE)))
    return told


def main() -> None:
    """Print the figures of the shipped classifier, and those of another one."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.evaluate.corrected", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of `jantaku corrections`")
    parser.add_argument("--models", type=Path, help="folder of classifier.onnx to compare with")
    options = parser.parse_args()
    photos = [photo for folder in options.folders for photo in load_corrected(folder)]
    told = {"before": names(photos, Classifier.load(1))}
    if options.models is not None:
        told["after"] = names(photos, Classifier(open_model(options.models / MODEL, 1)))
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
