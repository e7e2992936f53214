"""The value of a win, of a draw, and what follows: yaku, fu, payments, the next round."""
