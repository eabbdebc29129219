/* Folders for a while: made below TMPDIR (/tmp without it), and removed with the files in them. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/status.h"

/* A new folder that nobody else can read: its path, to free, begins with `prefix`. */
Status temp_folder_make(const char *prefix, char **path, Error *error);
/* Removes it and the files in it; folders in it stay, and so does it then. */
void temp_folder_remove(const char *path);

#endif
