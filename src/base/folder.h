/* Folders: some that stay, and some for a while, which are made below TMPDIR (/tmp without it). */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <sys/types.h>

#include "base/status.h"

/* Makes a folder and those above it that are not there; new ones get this mode, less the process's mask. */
Status path_make_folders(const char *path, mode_t mode, Error *error);

/* A new folder that nobody else can read: its path, to free, begins with `prefix`. */
Status temp_folder_make(const char *prefix, char **path, Error *error);
/* The same in memory (/dev/shm) unless TMPDIR says where, for what is small and soon gone: on a disk it takes some thirty
 * times as long. */
Status temp_folder_make_in_memory(const char *prefix, char **path, Error *error);
/* Removes it and the files in it; folders in it stay, and so does it then. */
void temp_folder_remove(const char *path);

#endif
