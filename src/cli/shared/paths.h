/* The scripts that a command is given: files, and all those below folders. */
#ifndef CLI_SHARED_PATHS_H
#define CLI_SHARED_PATHS_H

#include "base/status.h"
#include "base/vec.h"

typedef VEC(char *) PathVec;

void path_vec_free(PathVec *paths);

/* Appends the path itself or, if it is a folder, every *.smt2 below it in the order of their bytes. Links
 * to folders are followed only if the path is one. Hidden folders are left out. */
Status paths_add(const char *path, PathVec *paths, Error *error);

#endif
