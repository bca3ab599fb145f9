"""Tools for those who build and release Overtrick; the package itself needs none of them."""
