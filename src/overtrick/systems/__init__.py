"""Convention cards as data: what players say about hands, and what a call tells about one."""
