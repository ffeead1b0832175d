"""The rules of a variant as values, one module for each kind of rule."""
