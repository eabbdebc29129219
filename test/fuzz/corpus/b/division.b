xx : INTEGER & yy : INTEGER & xx + 4 * yy = yy & 1 / xx >= 0
