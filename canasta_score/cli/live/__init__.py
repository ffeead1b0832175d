"""The live page: a server that shows a file and follows it. Only `serve` loads it, and with it its libraries."""
