"""Many tables in one service: the venue's file, its tables opened, kept and changed while they run."""
