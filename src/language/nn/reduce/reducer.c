#include "language/nn/reduce/reducer.h"

#include <assert.h>

#include "language/nn/reduce/edits.h"

/* What does not make the text shorter, such as a simpler number, is fine. */
static const SearchStyle ANY = {.may_grow = true};
static const SearchStyle SINGLY = {.singly = true, .may_grow = true};

typedef struct {
  ReduceContext *context;
  Plain plain;
  Edits edits;
} Reduction;

static uint64_t search(Reduction *reduction, SearchStyle style)
{
  if (reduction->context->stopped || reduction->edits.list.count == 0) return 0;
  uint64_t changes = reduce_search(reduction->context, &nn_edits_subject, &reduction->edits, style);
  reduce_report(reduction->context, changes > 0);
  return changes;
}

/* Parts and rows of the property, outputs, inputs. */
static uint64_t reduce_interface(Reduction *reduction)
{
  Edits *edits = &reduction->edits;
  const Plain *plain = &reduction->plain;
  uint64_t changes = 0;
  nn_edits_list_parts(edits);
  changes += search(reduction, SINGLY);
  nn_edits_list_flags(edits, plain->parts);
  changes += search(reduction, ANY);
  nn_edits_list_flags(edits, plain->rows);
  changes += search(reduction, ANY);
  nn_edits_list_outputs(edits);
  changes += search(reduction, ANY);
  nn_edits_list_inputs(edits);
  changes += search(reduction, ANY);
  return changes;
}

static uint64_t reduce_network(Reduction *reduction)
{
  Edits *edits = &reduction->edits;
  uint64_t changes = 0;
  nn_edits_list_flags(edits, reduction->plain.bypassed);
  changes += search(reduction, ANY);
  nn_edits_list_hidden(edits);
  changes += search(reduction, ANY);
  return changes;
}

/* Numbers to simpler ones, the simplest first. */
static uint64_t reduce_numbers(Reduction *reduction, Range range)
{
  assert(range.first + range.count <= reduction->plain.number_count);
  uint64_t changes = 0;
  for (Simpler how = SIMPLE_ZERO; how < SIMPLE_COUNT; how++) {
    nn_edits_list_numbers(&reduction->edits, range, how);
    changes += search(reduction, ANY);
  }
  return changes;
}

static uint64_t reduce_once(Reduction *reduction)
{
  uint64_t changes = reduce_interface(reduction);
  changes += reduce_network(reduction);
  if (changes) return changes; /* what is large goes before what is left is made simple */
  changes += reduce_numbers(reduction, reduction->plain.network);
  nn_edits_list_points(&reduction->edits);
  changes += search(reduction, ANY);
  changes += reduce_numbers(reduction, reduction->plain.property);
  return changes;
}

/* The same input in its plain form, as layers or as a graph: does it still show the behaviour? */
static bool begin(Reduction *reduction, NnModel *model, bool layers)
{
  bool has_net = model->has_net;
  model->has_net = has_net && layers;
  nn_plain_init(&reduction->plain, model);
  model->has_net = has_net;
  StrBuf text;
  strbuf_init(&text, 0);
  bool good = nn_plain_render(&reduction->plain, &reduction->plain.state, &text);
  if (good) {
    reduce_pad_text(&text);
    good = (text.length == reduction->context->text.length &&
            memcmp(text.bytes, reduction->context->text.bytes, text.length) == 0) ||
           reduce_shows(reduction->context, &text);
  }
  if (good)
    reduce_take_text(reduction->context, &text);
  else
    nn_plain_deinit(&reduction->plain);
  strbuf_deinit(&text);
  return good;
}

/* What one form of the input allows: layers, or a graph that nodes are left out of. False: neither shows the behaviour, or the
 * text cannot be read. */
static Status reduce_form(ReduceContext *context, bool layers, bool *begun, Error *error)
{
  NnModel model;
  Status status = nn_model_read(&model, context->text.bytes, context->text.length, error);
  if (status) {
    error->line = error->line ? error->line : 1; /* of the input */
    return status;
  }
  Reduction reduction = {.context = context};
  *begun = (!layers || model.has_net) && begin(&reduction, &model, layers);
  reduction.edits = (Edits){.context = context, .plain = &reduction.plain};
  if (*begun) {
    while (!context->stopped && reduce_once(&reduction)) continue;
    nn_plain_deinit(&reduction.plain);
  }
  reduce_report(context, *begun);
  VEC_FREE(&reduction.edits.list);
  nn_model_deinit(&model);
  return STATUS_OK;
}

/* As layers, convolutions have many times as many numbers: of large networks nodes go first. */
static Status reduce(ReduceContext *context, Error *error)
{
  enum { LARGE_BYTES = 20000 };
  bool as_graph = false, as_layers = false;
  Status status = STATUS_OK;
  if (context->text.length > LARGE_BYTES) status = reduce_form(context, false, &as_graph, error);
  if (!status && !context->stopped) status = reduce_form(context, true, &as_layers, error);
  if (!status && !context->stopped && !as_layers && !as_graph)
    status = reduce_form(context, false, &as_graph, error);
  context->statistics.minimal = !status && !context->stopped && (as_layers || as_graph);
  return status;
}

const ReducerInterface nn_reducer = {.reduce = reduce};
