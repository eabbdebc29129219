/* Writing into a folder in which others may have planted links. */
#ifndef BASE_FILE_BELOW_H
#define BASE_FILE_BELOW_H

#include <stddef.h>

#include "base/status.h"

/* Writes the file `name` of the folder, or of its folder `below`, which is made where it is missing (NULL: of the
 * folder itself). A reader sees the old or the new content, never a part. Nothing leads out of the folder: a
 * symbolic link in the place of the file is replaced, one in the place of `below` is an error. */
Status file_write_below(const char *folder, const char *below, const char *name, const char *bytes,
                        size_t length, Error *error);

#endif
