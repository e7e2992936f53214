"""Many tables in one service: the venue's file, its tables opened, kept running and changed meanwhile."""
