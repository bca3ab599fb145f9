"""Sets of hands: shapes, point ranges, cells, conditions on hands, and how many hands meet them."""
