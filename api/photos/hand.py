"""A hand in a photo as a request of ``jantaku score`` names it."""

from controller.riichi.notation import format_tiles
from vision.photo.hand import PhotoHand


def hand_request(hand: PhotoHand) -> dict[str, object]:
    """Its concealed tiles, the winning tile, and its melds where there are any."""
    melds: list[dict[str, object]] = [
        {"kind": meld.kind, "tiles": format_tiles(meld.tiles)}
        | ({"called": str(meld.called), "from": meld.source} if meld.called is not None else {})
        for meld in hand.melds
    ]
    return {"hand": format_tiles(hand.concealed), "win": str(hand.win), **({"melds": melds} if melds else {})}


def structure(hand: PhotoHand) -> dict[str, object]:
    """Which parts are guesses: ``clear`` if every tile lies as its face stands, ``win_told`` by what.

    ``closed``: the hand if nothing of it was called, None if nothing was, or it is none.
    """
    closed = None if hand.closed is None else hand_request(hand.closed)
    return {"clear": hand.clear, "win_told": hand.told, "closed": closed}
