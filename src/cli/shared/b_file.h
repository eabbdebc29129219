/* Files of B as commands get them, and what check, fmt and info do with them. */
#ifndef CLI_SHARED_B_FILE_H
#define CLI_SHARED_B_FILE_H

#include "b/text/module.h"
#include "base/file.h"
#include "cli/option/command.h"

/* Does the name of a file say that it is a predicate (.b) or a machine (.mch)? */
bool b_file_is_named(const char *path);

typedef struct {
  const char *path;
  FileText text;
  BBank *bank;
  BModule module;
  Error error; /* of a failed read; line is 0 if it is not about a place in the text */
} BFile;

/* EXIT_FINE; EXIT_FINDING if the text is wrong, EXIT_ENVIRONMENT if it cannot be read. The message is printed
 * then, unless `silent`. Call b_file_deinit in every case. */
int b_file_read(const Subcommand *command, const char *path, ColorMode color, bool silent,
                BFile *file);
void b_file_deinit(BFile *file);

typedef struct {
  ColorMode color;
  bool json, quiet;
} BFileCheck;
int b_file_check(const BFileCheck *check, const char *path);
typedef struct {
  ColorMode color;
  bool exact; /* keep what only ProB has */
  bool flat;
} BFileFormat;
/* One conjunct a line, with types. The text as it was is handed over, to free, if EXIT_FINE is returned. */
int b_file_format(const BFileFormat *format, const char *path, StrBuf *text, FileText *original);
int b_file_info(const char *path, bool json, ColorMode color);

#endif
