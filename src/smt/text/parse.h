/* Inside the parser: shared between the parse_*.c files and resolve.c. */
#ifndef SMT_TEXT_PARSE_H
#define SMT_TEXT_PARSE_H

#include "base/strbuf.h"
#include "smt/text/lexer.h"
#include "smt/text/parser.h"
#include "smt/text/scope.h"
#include "smt/text/typecache.h"

typedef enum {
  FRAME_APPLY,        /* head: Symbol */
  FRAME_QUALIFIED,    /* ((_ f 1) ..., ((as f S) ...: head: position in heads */
  FRAME_HIGHER_ORDER, /* the first value is the function */
  FRAME_LET,          /* reading the value of a binding; names from `extra` on */
  FRAME_LET_BODY,     /* extra: number of locals outside */
  FRAME_BINDER, /* head: Op, extra: number of locals outside; variables are the first values */
  FRAME_ANNOTATION,
  FRAME_PATTERN, /* head: keyword; the annotated term is the first value */
  FRAME_MATCH,
  FRAME_CASE /* head: constructor or 0, extra: number of locals outside */
} FrameKind;

typedef struct {
  uint8_t kind; /* FrameKind */
  uint32_t head;
  uint32_t base; /* first of its values */
  uint32_t extra;
  uint32_t offset; /* of its parenthesis */
} ParseFrame;

/* An identifier with indices or a sort. */
typedef struct {
  Symbol name;
  uint32_t first, index_count; /* in head_indices */
  Sort as;
} Head;

typedef struct {
  uint32_t scoped; /* position in scope.sorts */
  uint32_t base;   /* in sort_values */
  uint32_t offset;
} SortFrame;

struct Parser {
  Bank *bank;
  Lexer lexer;
  Error *error;
  ParserOptions options;
  Script *script;
  Scope scope;
  TypeCache cache;

  VEC(ParseFrame) frames;
  U32Vec values; /* finished terms that belong to the frames */
  U32Vec names;  /* let variables being bound */
  VEC(Head) heads;
  U32Vec head_indices;

  VEC(SortFrame) sort_frames;
  U32Vec sort_values;

  Numeral last_width; /* the width that was asked for last, and its sort */
  Sort last_bitvector;
  U32Vec rank;      /* of the function being declared */
  U32Vec arg_sorts; /* of the application being resolved */
  VEC(bool) coerced;
  StrBuf text;
  uint64_t written_out; /* bytes of literals that are much longer than what was read for them */
  bool numerals_are_real;
  bool higher_order; /* functions can be passed around and applied to some of their arguments */
  bool global_declarations;
  bool exited;
  bool wide_arrays;      /* a sort of arrays with several indices has been read */
  uint32_t index_number; /* of the next variable of a lambda that is not in the text */
  bool lacks_list;       /* the command failed because nobody declares List */
  uint32_t sort_parameter_count;
  Sort expected;    /* with solver_values: the sort of the value being read, or 0 */
  U32Vec instances; /* the same: by SortCtor, the one sort of it that the script uses */
  Symbol word_is, word_update, word_update_field, word_char, word_pattern, word_named, word_apply;
};

/* Errors. All return the status, and keep an earlier error of the lexer. */
Status parse_fail(Parser *parser, Status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "expected WHAT, found ..." at the current token. */
Status parse_expected(Parser *parser, const char *what);
/* The offset of part `i` (0: the head) of the application whose parenthesis is at `offset`. */
uint64_t parse_part_offset(Parser *parser, uint64_t offset, uint32_t i);

/* The offset of the first token from this offset on. */
uint64_t parse_offset_behind(Parser *parser, uint64_t offset);

/* May a bit-vector literal of this width be written out in digits, although the text only says how wide
 * it is? The bytes are counted, since a short text could ask for any number of them. */
Status parse_allow_bits(Parser *parser, uint32_t width, uint64_t offset);

/* Small steps: read the next token and check it. */
Status parse_next(Parser *parser, TokenKind kind, const char *what);
Status parse_number(Parser *parser,
                    uint32_t *number); /* the current token is a numeral below 2^31 */
/* The current token is a symbol that can be declared. */
Status parse_name(Parser *parser, Symbol *name);
/* The text of the S-expressions up to the closing parenthesis, which is read; 0 if there are none. */
Status parse_rest_text(Parser *parser, Symbol *text);

/* (_ BitVec width) */
Sort parse_bitvector_sort(Parser *parser, Numeral width);
/* Reads the sort that begins with the current token. */
Status parse_sort(Parser *parser, Sort *sort);
/* The literal that the current token is. */
Status parse_literal(Parser *parser, Term *term);
/* Reads the next term. */
Status parse_term(Parser *parser, Term *term);
/* The list "((x S) ...)" of sorted variables: names to parser->names, sorts to `sorts`. */
Status parse_sorted_names(Parser *parser, U32Vec *names, U32Vec *sorts);
/* Brings a variable into scope, at a level of its own if it hides another variable of its name. */
Term parse_bind_variable(Parser *parser, Symbol name, Sort sort);
/* Forgets everything that an error left open. */
void parse_abandon(Parser *parser);
Status parse_command(Parser *parser);

/* The head of a definition: name, parameters and rank. Zeroed is empty and valid. */
typedef struct {
  Symbol name;
  uint64_t offset;
  U32Vec parameters; /* names */
  U32Vec rank;
} Prototype;

/* Reads it after the command name. */
Status parse_prototype(Parser *parser, Prototype *prototype, bool has_parameters);
/* Reads the body with the parameters in scope: a lambda over them, or the body alone. */
Status parse_body(Parser *parser, const Prototype *prototype, Term *definition);
void prototype_free(Prototype *prototype);
/* May a function of this name be declared with this rank, and a sort of this name (the current
 * token)? */
Status parse_check_new_fun(Parser *parser, Symbol name, const Sort *rank, uint32_t arity,
                           uint64_t offset);
Status parse_check_new_sort(Parser *parser, Symbol name);
/* The symbol as it is written; valid until the next message is made. */
const char *parse_shown_name(Parser *parser, Symbol name);
/* Steps of commands: a name that can be declared, and where it is; the sort of a result, appended; the closing parenthesis. */
Status parse_new_name(Parser *parser, Symbol *name, uint64_t *offset);
Status parse_result_sort(Parser *parser, U32Vec *sorts);
Status parse_command_end(Parser *parser);
/* parse_define.c: after the command name. */
Status parse_define(Parser *parser, Command *command);
Status parse_define_rec(Parser *parser, Command *command);
Status parse_define_recs(Parser *parser, Command *command);
/* (declare-datatypes ...) and its variants, after the command name. */
Status parse_datatypes(Parser *parser, CommandKind kind, Command *command);

/* resolve.c: the term for a name applied to arguments. `offset` is that of the parenthesis. */
Status resolve_constant(Parser *parser, Symbol name, Term *term);
Status resolve_application(Parser *parser, Symbol name, const Term *args, uint32_t count,
                           uint32_t offset, Term *term);
Status resolve_qualified(Parser *parser, const Head *head, const Term *args, uint32_t count,
                         uint32_t offset, Term *term);
Status resolve_higher_order(Parser *parser, Term function, const Term *args, uint32_t count,
                            uint32_t offset, Term *term);
/* The constructor of this name, or 0. */
Fun resolve_constructor(Parser *parser, Symbol name);
/* Makes `term` fit the sort, coercing Int to Real; STATUS_SORT if it does not. */
Status resolve_coerce(Parser *parser, Sort wanted, uint64_t offset, const char *what, Term *term);

#endif
