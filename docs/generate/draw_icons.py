"""Draw the icons of the score page from the project's own tile faces: ``python docs/generate/draw_icons.py``."""

from base64 import b64encode
from pathlib import Path

import resvg_py

HERE = Path(__file__).resolve().parents[2]
FACE = HERE / "vision" / "render" / "faces" / "brush" / "7z.svg"
INTO = HERE / "api" / "web" / "score"


def main() -> None:
    """Write icon-192.png and icon-512.png: a tile on felt, within the area that every icon shape shows."""
    face = b64encode(FACE.read_bytes()).decode()
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#17463a"/>'
        '<rect x="143" y="106" width="226" height="300" rx="22" fill="#d6cfba"/>'
        '<rect x="143" y="98" width="226" height="300" rx="22" fill="#fdfbf4"/>'
        f'<image x="149" y="104" width="214" height="286" href="data:image/svg+xml;base64,{face}"/></svg>'
    )
    for side in (192, 512):
        png = resvg_py.svg_to_bytes(svg_string=drawing, width=side, height=side)
        (INTO / f"icon-{side}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
