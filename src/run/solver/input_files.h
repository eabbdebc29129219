/* Inputs that solvers read from several files: a network and its property, say.
 *
 * An input is one text everywhere else. The traits of such a text have a function that takes it apart; solve_start has it
 * written to files in a folder of its own, which is removed when the run has ended. A profile has a placeholder for
 * each file by its extension: {onnx} is the path of the file that ends in .onnx. */
#ifndef RUN_SOLVER_INPUT_FILES_H
#define RUN_SOLVER_INPUT_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { INPUT_FILES_MAX = 4 };

typedef struct {
  const char
      *extension; /* ".onnx": lower-case letters and digits, different from those of the others */
  char *bytes;    /* to be freed; NULL: it is empty */
  size_t length;
  char *path;   /* once it is written */
  bool results; /* it is empty: the solver may write its result to it */
} InputFile;

typedef struct {
  InputFile items[INPUT_FILES_MAX];
  size_t count;
  char *folder; /* once they are written */
} InputFiles;

/* Adds the files of a text, from any source: what cannot be taken apart has to become files all the same, which solvers
 * then reject. */
typedef void InputUnpack(const char *text, size_t length, InputFiles *files);

/* Takes the bytes over. */
void input_files_add(InputFiles *files, const char *extension, char *bytes, size_t length);
/* An empty file for the result of solvers that write it to one; its placeholder is {results}. */
void input_files_add_results(InputFiles *files);
/* Frees what is in memory; files that are written stay. */
void input_files_deinit(InputFiles *files);

/* Writes them as input.EXTENSION into a new folder below TMPDIR. `in_memory`: without TMPDIR a folder in memory will do, if they are
 * small. On error nothing is left there. */
Status input_files_write(InputFiles *files, bool in_memory, Error *error);
/* Gives them the paths STEM.EXTENSION, without writing them. */
void input_files_name(InputFiles *files, const char *stem);
/* The file of a placeholder such as "{onnx}"; NULL: there is none. */
const InputFile *input_files_find(const InputFiles *files, const char *placeholder, size_t length);

#endif
