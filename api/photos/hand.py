"""A hand in a photo as a request of ``jantaku score`` names it."""

from api.photos.told import HandMeldTold, HandTold, StructureTold
from controller.riichi.notation import format_tiles
from vision.photo.hand import PhotoHand, PhotoMeld


def hand_request(hand: PhotoHand) -> HandTold:
    """Its concealed tiles, the winning tile, and its melds where there are any."""
    told: HandTold = {"hand": format_tiles(hand.concealed), "win": str(hand.win)}
    return {**told, "melds": [_meld(each) for each in hand.melds]} if hand.melds else told


def _meld(meld: PhotoMeld) -> HandMeldTold:
    told: HandMeldTold = {"kind": meld.kind, "tiles": format_tiles(meld.tiles)}
    return told if meld.called is None else {**told, "called": str(meld.called), "from": meld.source}


def structure(hand: PhotoHand) -> StructureTold:
    """Which parts are guesses: ``clear`` if every tile lies as its face stands, ``win_told`` by what.

    ``closed``: the hand if nothing of it was called, None if nothing was, or it is none.
    """
    closed = None if hand.closed is None else hand_request(hand.closed)
    return {"clear": hand.clear, "win_told": hand.told, "closed": closed}
