"""Second, slower implementations that the program is compared with."""
