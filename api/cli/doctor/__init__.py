"""Commands that examine an installation: findings with their cures, and a report for support."""
