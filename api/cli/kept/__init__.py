"""Commands on stored journals as a whole: verify, anchor, repair, back up, migrate."""
