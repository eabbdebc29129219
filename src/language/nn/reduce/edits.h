/* Lists of edits of an input in its plain form, for the search. */
#ifndef LANGUAGE_NN_REDUCE_EDITS_H
#define LANGUAGE_NN_REDUCE_EDITS_H

#include "language/nn/reduce/plain.h"
#include "language/reducer.h"

typedef enum {
  EDIT_FLAG,   /* what the flag is for goes */
  EDIT_OTHERS, /* all parts but this one go */
  EDIT_NUMBER, /* the number becomes another one */
  EDIT_POINT,  /* an input's box becomes its centre, in every part */
} EditKind;

typedef struct {
  EditKind kind;
  size_t index;
  double number;
} NetworkEdit;

typedef struct {
  ReduceContext *context;
  Plain *plain;
  VEC(NetworkEdit) list;
} Edits;

extern const SearchSubject nn_edits_subject;

/* Lists that begin anew. Each has only what is still there. */
void nn_edits_list_flags(Edits *edits, Range range);
void nn_edits_list_inputs(Edits *edits);
void nn_edits_list_outputs(Edits *edits);
void nn_edits_list_hidden(Edits *edits);
void nn_edits_list_parts(Edits *edits);
void nn_edits_list_points(Edits *edits);
/* Numbers of a range that become simpler: 0, or rounded to so many binary digits, or the nearest whole number. */
typedef enum {
  SIMPLE_ZERO,
  SIMPLE_SIGN,
  SIMPLE_WHOLE,
  SIMPLE_BITS1,
  SIMPLE_BITS4,
  SIMPLE_COUNT
} Simpler;
void nn_edits_list_numbers(Edits *edits, Range range, Simpler how);

#endif
