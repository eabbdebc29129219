/* Inside the printer: what its files share. */
#ifndef SMT_TEXT_PRINT_INTERNAL_H
#define SMT_TEXT_PRINT_INTERNAL_H

#include "smt/text/print_plan.h"

typedef enum {
  PRINT_APPLY,
  PRINT_BINDER,
  PRINT_MATCH,
  PRINT_CASE,
  PRINT_ANNOTATION,
  PRINT_LET /* the names of a scope around `term` */
} PrintKind;

/* A term that has been begun. */
typedef struct {
  Term term;
  uint32_t node;  /* of the plan; 0: written as it is */
  uint32_t next;  /* argument; PRINT_LET: the node being bound */
  uint32_t scope; /* PRINT_LET: its names; PRINT_ANNOTATION: a scope to begin inside it, or 0 */
  uint32_t lets;  /* PRINT_LET: number of lets begun */
  uint32_t tail;  /* closing parentheses that follow its own */
  uint8_t kind;   /* PrintKind */
  uint8_t indent; /* of the lines that its arguments begin */
  bool broken;    /* over several lines */
  bool hangs;     /* the next argument stays on the line although it is broken */
  bool inside;    /* PRINT_ANNOTATION: part of another one; PRINT_LET: a value has been begun */
  bool in_body;   /* PRINT_LET */
} PrintFrame;

/* The text of a leaf after a blank, if it is short. 16 bytes, so that it can be copied as a piece. */
typedef struct {
  char bytes[15];
  uint8_t length; /* 0: not known */
} LeafText;

/* A subterm with arguments of a term without binders. Size and level are those for the terms around
 * it: where it is written by its name, those of the name. */
typedef struct {
  Term term;
  uint32_t uses;
  uint32_t size;
  uint32_t level; /* number of lets around what uses it */
} SharedNode;

/* Levels that were pushed together, and the number of definitions before them. */
typedef struct {
  uint32_t definitions, count;
} DefinitionLevel;

struct Printer {
  const Bank *bank;
  PrintOptions options;
  Texts texts;
  Plan plan;
  VEC(PrintFrame) frames;
  Op apply;          /* the operator @, or 0 */
  size_t line_start; /* in the output */
  StrBuf scratch;
  StrBuf pieces;          /* texts of operators as print_straight.c writes them, by piece_of */
  VEC(TextSpan) piece_of; /* two by Op: before arguments, alone; a length of 0: not there */
  VEC(LeafText) leaves;   /* by Term */
  TermMarks seen;         /* by print_straight.c */
  bool may_repeat;        /* print_straight.c need not look at what it has seen */
  VEC(uint64_t) straight; /* its stack: term in the upper half, next argument in the lower */
  VEC(SharedNode) shared; /* for print_shared.c; items[0] is unused */
  U32Vec named;           /* the nodes that have names, in the order in which they are bound */
  VEC(LeafText) numbers;  /* texts of the names by their number; a length of 0: not made */

  /* SHARE_DEFINE */
  U32Vec defined;     /* by Term: number of its definition */
  U32Vec definitions; /* the terms defined, oldest first */
  U32Vec to_define;
  VEC(DefinitionLevel) levels;
  uint32_t last_definition; /* the highest number given */
};

/* print_term.c */

/* Makes the plan for a term, with all its names and widths, before it is written. */
void term_prepare(Printer *printer, Term term, bool parameters);
/* Writes the term that has been prepared; for a definition with parameters the body. */
void term_print(Printer *printer, StrBuf *out, Term term, bool parameters, uint32_t tail);
void term_print_leaf(Printer *printer, StrBuf *out, Term leaf);
/* Writes a term without any names. */
void term_print_plain(Printer *printer, StrBuf *out, Term term);
/* "((x S) ...)" for `count` variables. */
void term_print_variables(Printer *printer, StrBuf *out, const Term *variables, uint32_t count);
/* The next number from which a name can be made that means nothing yet. */
uint32_t term_fresh_number(const Printer *printer, char prefix, uint32_t last);

/* print_straight.c: writes a blank and a term that needs no plan, flat. False, and nothing written, if
 * it does. */
bool term_print_straight(Printer *printer, StrBuf *out, Term term);
/* The same, with nothing prepared: terms that are in printer->leaves are written as it says. */
bool straight_write(Printer *printer, StrBuf *out, Term term);

/* print_shared.c: the same with lets, for what print_straight.c has prepared. */
bool shared_write(Printer *printer, StrBuf *out, Term term);

/* print_define.c: what has to come before a command, and what it means for the definitions made. */
void print_define_shared(Printer *printer, StrBuf *out, const Script *script,
                         const Command *command);

/* print_pretty.c */

enum { INDENT_MAX = 60 };

void pretty_measure(Printer *printer); /* widths of all nodes of the plan */
/* Width on one line of a term as it is written, with the lets of a scope (or 0) around it. */
uint32_t pretty_width(Printer *printer, Term term, uint32_t node, uint32_t scope);
/* The same for a node without its name. */
uint32_t pretty_node_width(const Printer *printer, uint32_t node, uint32_t scope);
bool pretty_fits(const Printer *printer, const StrBuf *out, uint32_t width, uint32_t tail);
void pretty_newline(Printer *printer, StrBuf *out, uint32_t indent);
/* Lays out a frame whose opening is about to be written. `head` is its length. */
void pretty_open(Printer *printer, const StrBuf *out, PrintFrame *frame, uint32_t width,
                 uint32_t head);

#endif
