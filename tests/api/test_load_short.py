"""A short run of the load program, which drives many tables."""

from tests.support.load_soak import soaked


def test_tables_driven_by_sightings_record_facts_and_end() -> None:
    flat = soaked(tables=2, speed=1000.0, seconds=1.0, processes=1)
    assert flat.facts >= 2 * 3
    assert len(flat.memory_mib) == len(flat.files) == len(flat.threads) > 0
