/* Whole files of any bytes, decompressed if they are compressed with gzip. */
#ifndef SOLVE_SELECT_ZIP_H
#define SOLVE_SELECT_ZIP_H

#include "base/file.h"

/* Bytes that a file may have after decompression. */
enum { ZIP_LIMIT = 1 << 30 };

/* A missing, damaged or too large file and a directory are errors. "-" is standard input. */
Status zip_read(const char *path, FileText *text, Error *error);

#endif
