"""From nothing to weights: ``python -m vision.training.train finder|classifier|dice``.

For the dice, draws pictures and keeps none; for the others renders the pool of scenes first (kept in ``--pool``).
Trains on the CPU, writes the ONNX file into vision/models. Train the finder before the classifier: it gives the
geometry of the faces in the real photos. Fonts for the drawn sets are looked for in ``--fonts``; the model card names
those that the shipped weights were trained with. ``--without alanchoi --pool OTHER --out OTHER`` trains without a set,
which ``python -m vision.training.evaluate.photos --models OTHER`` then reads.
"""

import argparse
from pathlib import Path

import cv2
import torch
from torch import nn

from vision import models
from vision.tiles.classifier import MODEL as CLASSIFIER
from vision.tiles.dice import MODEL as DICE
from vision.tiles.finder import MODEL as FINDER
from vision.tiles.finder import Finder
from vision.training.faces import data_sets, prints
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.fit import classifier, dice, finder
from vision.training.pictures import dice_pictures
from vision.training.samples import face_samples, labelled_photos, scene_pool

MODELS = Path(models.__file__).parent
_DRAWN, _PRINTS = 120, 150
"""Sets drawn for the bank of prints, and sets printed from all there are."""
_STEPS = {"finder": 6500, "classifier": 8000, "dice": 3000}
"""Training steps if not told otherwise; chosen: twenty minutes of two cores for finder and for classifier."""
_SCENES = {"finder": 7500, "classifier": 7500, "dice": 5000}
"""Scenes, or pictures of dice, if not told otherwise; chosen: ten minutes of rendering on two cores."""
_FILES = {"finder": FINDER, "classifier": CLASSIFIER, "dice": DICE}


def main() -> None:
    """Train one of the networks."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description=__doc__)
    parser.add_argument("what", choices=sorted(_STEPS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of art-cc0 and photos-dev")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="folder of font files")
    parser.add_argument("--pool", type=Path, default=Path("training-pool"), help="folder for rendered scenes")
    parser.add_argument("--scenes", type=int, help="scenes or pictures of dice to learn from")
    parser.add_argument("--steps", type=int, help="training steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--resume", action="store_true", help="go on from the weights in vision/models")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument(
        "--without",
        nargs="+",
        choices=(data_sets.FACE_PHOTOS, data_sets.TABLE_PHOTOS),
        default=[],
        help="sets of photos to leave out",
    )
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    steps, number = options.steps or _STEPS[options.what], options.scenes or _SCENES[options.what]
    start = MODELS / _FILES[options.what] if options.resume else None
    if options.what == "dice":
        net = dice.fit(dice_pictures.draw_pictures(number, options.seed), steps, options.seed, start)
        export(net, (dice_pictures.SIDE, dice_pictures.SIDE), "picture", ["maps"], options.out / DICE)
        return
    left = options.without
    scene_pool.build(options.pool, options.data, options.fonts, number, options.seed, options.threads, left)
    scenes = scene_pool.load(options.pool, number)
    if options.what == "finder":
        export(finder.fit(scenes, steps, options.seed, start), (256, 256), "picture", ["maps"], options.out / FINDER)
    else:
        found_by = Finder.load(options.threads) if (MODELS / FINDER).exists() else None
        taught = labelled_photos.taught(options.data, left)
        real = face_samples.from_photos(taught, found_by.find_any_size if found_by else None) if taught else None
        library = FaceLibrary.load(options.data, options.fonts, options.seed, _DRAWN, left)
        made = prints.bank(library, _PRINTS, options.seed)
        material = classifier.Material.of(face_samples.from_pool(scenes), real, made)
        net = classifier.fit(material, steps, options.seed, start)
        export(net, (64, 64), "crops", ["kinds", "turns", "features"], options.out / CLASSIFIER)


def export(net: nn.Module, size: tuple[int, int], source: str, answers: list[str], file: Path) -> None:
    """Write a network as ONNX with a free number of pictures, and of free size where it answers with a map."""
    free = {0: "n"} | ({2: "height", 3: "width"} if len(answers) == 1 else {})
    axes = {source: free} | {answer: {axis: f"{name}_{answer}" for axis, name in free.items()} for answer in answers}
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, *size),),
        file,
        input_names=[source],
        output_names=answers,
        dynamic_axes=axes,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
