"""One room: its log of events, the table being played, its clock and its provable chance."""
