"""Scoring: value of a win or a draw, and what follows it: yaku, fu, payments, the next round."""
