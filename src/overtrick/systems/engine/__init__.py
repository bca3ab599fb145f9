"""Rules to calls and meanings: the tree of auctions, the turn, the book of lines."""
