/* Which functions of a script are closed boxes, and where each of them is computed.
 *
 *   ./lib.so            a library: every box of the script that it has a symbol for
 *   ./box.c             the same for C source, which is compiled in memory
 *   f=./lib.so:my_f     one box; its symbol there has another name
 *   g=./program         a program: arguments on the command line, the result on standard output
 *
 * A declaration (declare-oracle-fun f PROGRAM ...) names its program itself; an option takes precedence. */
#ifndef SOLVE_CLOSEDBOX_BOX_H
#define SOLVE_CLOSEDBOX_BOX_H

#include "base/bytes.h"
#include "base/status.h"
#include "smt/text/script.h"
#include "solve/closedbox/layout.h"

typedef enum { BOX_LIBRARY, BOX_SOURCE, BOX_PROGRAM } BoxKind;

enum { BOX_MAX_ARITY = 32 };

typedef struct {
  Fun fun;
  char *name;
  BoxKind kind;
  char *path;    /* NULL: any of the files without a name has it */
  bool scripted; /* the path is that of a program which only the script names */
  char *symbol;  /* in the library or source */
  uint32_t arity;
  Sort sorts[BOX_MAX_ARITY + 1]; /* the result last, also of the next */
  Layout layouts[BOX_MAX_ARITY + 1];
  uint32_t words; /* of all arguments */
} Box;

typedef struct {
  VEC(Box) items;
  VEC(char *) files;       /* libraries and sources without a name */
  VEC(BoxKind) file_kinds; /* of each */
  bool programs;           /* one of the boxes is a program */
} Boxes;

/* Does the script declare closed boxes? */
bool boxes_are_declared(const Script *script);

/* Reads the declarations of the script and the texts of --box. Fails if a text is wrong, names what the script
 * does not declare, or if a box has a sort without a C type or nothing to compute it. Call boxes_deinit in every
 * case. */
Status boxes_init(Boxes *boxes, const Bank *bank, const Script *script, const char *const *texts,
                  size_t count, Error *error);
void boxes_deinit(Boxes *boxes);

/* All that a process without the script needs to call them; false if the bytes are wrong. */
void boxes_put(StrBuf *out, const Boxes *boxes);
bool boxes_get(ByteReader *in, Boxes *boxes);

/* Position of the box of a function, or -1. */
int boxes_find(const Boxes *boxes, Fun fun);

/* The words of the result of a box start after those of its arguments. */
static inline Layout box_result(const Box *box)
{
  return box->layouts[box->arity];
}

#endif
