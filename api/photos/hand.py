"""Conversion of a hand in a photo to a request of ``jantaku score``."""

from api.photos.schemas import HandJson, HandMeldJson, StructureJson
from controller.riichi.notation import format_tiles
from vision.photo.hand import PhotoHand, PhotoMeld


def hand_request(hand: PhotoHand) -> HandJson:
    """Return the concealed tiles, the winning tile, and the melds if there are any."""
    told: HandJson = {"hand": format_tiles(hand.concealed), "win": str(hand.win)}
    return {**told, "melds": [_meld(each) for each in hand.melds]} if hand.melds else told


def _meld(meld: PhotoMeld) -> HandMeldJson:
    told: HandMeldJson = {"kind": meld.kind, "tiles": format_tiles(meld.tiles)}
    return told if meld.called is None else {**told, "called": str(meld.called), "from": meld.source}


def structure(hand: PhotoHand) -> StructureJson:
    """Return which parts of a hand are guesses.

    ``clear``: outline and face of every tile agree on its orientation; ``win_told``: how the winning tile was
    recognised; ``closed``: the hand read without a meld, None if it has no meld or is no valid hand then.
    """
    closed = None if hand.closed is None else hand_request(hand.closed)
    return {"clear": hand.clear, "win_told": hand.win_basis, "closed": closed}
