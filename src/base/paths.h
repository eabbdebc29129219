/* Paths of files: joined, and gathered from folders. */
#ifndef BASE_PATHS_H
#define BASE_PATHS_H

#include "base/status.h"
#include "base/text_list.h"
#include "base/vec.h"

typedef VEC(char *) PathVec;

void path_vec_free(PathVec *paths);

/* Appends the path itself or, if it is a folder, every file below it with this ending (".smt2"), in the order of
 * their bytes. Links to folders are followed only if the path is one. Hidden folders are left out. */
Status paths_add(const char *path, const char *ending, PathVec *paths, Error *error);
/* The same with one of several endings. */
Status paths_add_any(const char *path, const TextList *endings, PathVec *paths, Error *error);

/* The path as seen from a folder, to free: itself if it is absolute, "-", or if there is no folder (NULL). */
char *path_from(const char *folder, const char *path);

#endif
