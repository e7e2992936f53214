"""``python -m vision.training.evaluate FOLDER...``: how well photos are read."""

from vision.training.evaluate.photos import main

if __name__ == "__main__":
    main()
