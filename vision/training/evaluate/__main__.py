"""``python -m vision.training.evaluate FOLDER...``: accuracy on labelled photos."""

from vision.training.evaluate.photos import main

if __name__ == "__main__":
    main()
