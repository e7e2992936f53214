"""Trains a network: ``python -m vision.training.train finder|classifier|dice|tier``.

For dice and tiers, pictures are drawn in memory. For the others, scenes are rendered first and stored in ``--pool``.
Writes the ONNX file into vision/models. Train the finder before the classifier, because it provides the geometry of the
faces in the real photos. ``--fonts`` is searched for fonts of the drawn sets; the model card names the fonts of the
shipped weights. ``--without alanchoi --pool OTHER --out OTHER`` trains without one data set; ``python -m
vision.training.evaluate.photos --models OTHER`` then evaluates the result. ``--corrected`` adds faces that people
named at a venue (``jantaku corrections``).
"""

import argparse
import math
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import torch

from vision import models
from vision.photo.looks import Looker
from vision.tiles.classifier import MODEL as CLASSIFIER
from vision.tiles.crop import CROP
from vision.tiles.dice import MODEL as DICE
from vision.tiles.finder import MODEL as FINDER
from vision.tiles.finder import Finder
from vision.tiles.tier import MODEL as TIER
from vision.tiles.tier import TALL, WIDE
from vision.training.faces import data_sets, prints, sources
from vision.training.fit import classifier, dice, finder, tier
from vision.training.fit.beside import Beside
from vision.training.fit.networks import FinderNet
from vision.training.fit.onnx_weights import export_onnx
from vision.training.fit.training_loop import Run, TrainingPlan
from vision.training.pictures import dice_pictures
from vision.training.pictures.window import SIDE
from vision.training.samples import face_samples, labelled_photos, scene_pool
from vision.training.samples.face_samples import Look
from vision.training.samples.labelled_photos import load_corrected
from vision.training.samples.scene_pool import ScenePool, SceneSource
from vision.training.samples.tier_samples import draw_tier_samples, joined
from vision.training.samples.traced import traced_files, traced_tier_samples

MODELS = Path(models.__file__).parent
_DRAWN, _PRINTS = 120, 150
"""Randomly drawn sets used for prints, and number of printed sets; chosen: minutes to draw."""
_STEPS = {"finder": 15_000, "classifier": 20_000, "dice": 3000, "tier": 6000}
"""Default training steps; chosen: as long as the finder was trained, and the same for the classifier."""
_SCENES = {"finder": 7500, "classifier": 7500, "dice": 5000, "tier": 400}
"""Default number of scenes, dice pictures or tables; chosen: about ten minutes of rendering on one core."""
_BATCH = {"finder": 8, "classifier": 128}
"""Default number of scenes or crops per step; chosen for a CPU."""
_AFRESH, _AHEAD, _FIRST = 50, 40, 1000
"""Scenes per freshly rendered lot, lots rendered in advance, scenes with which training starts; chosen."""
_FILES = {"finder": FINDER, "classifier": CLASSIFIER, "dice": DICE, "tier": TIER}


def main() -> None:
    """Train one network and export it as ONNX."""
    options = _options()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    steps, number = options.steps or _STEPS[options.what], options.scenes or _SCENES[options.what]
    start = MODELS / _FILES[options.what] if options.resume else None
    if options.what == "dice":
        net = dice.fit(dice_pictures.draw_pictures(number, options.seed), steps, options.seed, start)
        export_onnx(net, (dice_pictures.SIDE, dice_pictures.SIDE), "picture", ["maps"], options.out / DICE)
        return
    if options.what == "tier":
        samples = draw_tier_samples(number, options.seed, options.threads)
        traced = [traced_tier_samples(folder) for folder in options.traced]
        tiers = tier.fit(joined([samples, *traced]), steps, options.seed, start)
        export_onnx(tiers, (TALL, WIDE), "crops", ["upper"], options.out / TIER)
        return
    look = _look_of(Finder.load(options.threads)) if (MODELS / FINDER).exists() else None
    plan = TrainingPlan(steps, options.seed, start, options.batch or _BATCH[options.what], options.rate)
    run, source = Run(options.device, options.threads, options.seconds), _source(options, look)
    if options.what == "finder":
        export_onnx(
            _finder(options, source, plan, run, number), (SIDE, SIDE), "picture", ["maps"], options.out / FINDER
        )
        return
    scenes = _stored_scenes(options, source, number)
    photos = [*source.real, *(photo for folder in options.corrected for photo in load_corrected(folder))]
    faces = face_samples.from_photos(photos) if photos else None
    mistaken = face_samples.mistaken(scenes, look) if look else None
    printed = prints.bank(source.library, _PRINTS, options.seed)
    material = classifier.Material.of(face_samples.from_pool(scenes), faces, printed, mistaken)
    names = classifier.fit(material, plan, run)
    export_onnx(names, (CROP, CROP), "crops", ["kinds", "turns", "features"], options.out / CLASSIFIER)


def _look_of(finder: Finder) -> Look:
    """Return a function that finds faces of any size in a picture."""
    return lambda image: Looker(finder, image).find()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description=__doc__)
    parser.add_argument("what", choices=sorted(_STEPS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of art-cc0 and photos-dev")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="folder of font files")
    parser.add_argument("--pool", type=Path, default=Path("training-pool"), help="folder for rendered scenes")
    parser.add_argument("--scenes", type=int, help="scenes, pictures of dice or tables to learn from")
    parser.add_argument("--steps", type=int, help="training steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="cores to learn with, and processes that draw")
    parser.add_argument("--device", default="cpu", help="device of PyTorch's for finder and classifier, such as cuda")
    parser.add_argument("--batch", type=int, help="scenes or crops of a step")
    parser.add_argument("--rate", type=float, help="learning rate of finder and classifier")
    parser.add_argument("--seconds", type=float, default=math.inf, help="most seconds of learning")
    parser.add_argument("--resume", action="store_true", help="go on from the weights in vision/models")
    parser.add_argument("--traced", type=Path, nargs="+", default=[], help="folders of path-traced tables")
    parser.add_argument(
        "--corrected", type=Path, nargs="+", default=[], help="classifier: folders of `jantaku corrections`"
    )
    parser.add_argument("--plain", type=Path, help="folder of photos without a tile")
    parser.add_argument("--afresh", action="store_true", help="finder: scenes made beside the learning, none kept")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument(
        "--without",
        nargs="+",
        choices=(data_sets.FACE_PHOTOS, *data_sets.TABLE_PHOTOS),
        default=[],
        help="sets of photos to leave out",
    )
    return parser.parse_args()


def _source(options: argparse.Namespace, look: Look | None) -> SceneSource:
    """Return the source of scenes; with a finder, the outlines of rotated tiles in photos are known."""
    real = labelled_photos.taught(options.data, options.without)
    files = sorted(options.plain.iterdir()) if options.plain else []
    pictures = [np.asarray(picture, np.uint8) for file in files if (picture := cv2.imread(str(file))) is not None]
    return SceneSource(
        sources.library(options.data, options.fonts, options.seed, _DRAWN, options.without),
        face_samples.with_outlines(real, look) if look else real,
        [file for folder in options.traced for file in traced_files(folder)],
        pictures,
        options.seed,
    )


def _finder(options: argparse.Namespace, source: SceneSource, plan: TrainingPlan, run: Run, number: int) -> FinderNet:
    if not options.afresh:
        return finder.fit(finder.all_learnt(_stored_scenes(options, source, number), options.threads), plan, run)
    with closing(Beside(lambda chunk: finder.learnt(source.scenes(chunk, _AFRESH)), options.threads, _AHEAD)) as fresh:
        firsts = [each for _ in range(_FIRST // _AFRESH) if (each := fresh.take())]
        return finder.fit(firsts, plan, run, fresh, number)


def _stored_scenes(options: argparse.Namespace, source: SceneSource, number: int) -> ScenePool:
    scene_pool.build(options.pool, source, number, options.threads)
    return scene_pool.load(options.pool, number)


if __name__ == "__main__":
    main()
