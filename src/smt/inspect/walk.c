/* Every list is of a kind, and the kind and the number of an item say what the item is. The kinds, as letters:
 *
 *   command  its items have the kinds that its signature lists; the last one repeats
 *   t s      a term, a sort                  T S  a list of them
 *   v V      sorted variables, one of them   p    sort parameters
 *   l b      bindings of let, one of them    m k P  cases of match, one of them, its pattern
 *   h H B    headers of define-funs-rec, one of them, the bodies
 *   n        names of datatypes              C c K f O  datatypes: all, one, constructor, selector, one in old style
 *   d D      (names only) declare a function, a sort
 *   L        (names only) a logic            x    anything */
#include "smt/inspect/walk.h"

#include <assert.h>

enum { KIND_COMMAND = '!' };

typedef struct {
  const char *name, *signature;
} Signature;

static const Signature commands[] = {
    {"assert", "tx"},
    {"assert-soft", "tx"},
    {"check-sat-assuming", "T"},
    {"declare-cb", "dSs"},
    {"declare-codatatype", "Dc"},
    {"declare-codatatypes", "nC"},
    {"declare-const", "ds"},
    {"declare-datatype", "Dc"},
    {"declare-datatypes", "nC"},
    {"declare-fun", "dSs"},
    {"declare-oracle-fun", "dxSs"},
    {"declare-sort", "Dx"},
    {"declare-sort-parameter", "D"},
    {"define-const", "dst"},
    {"define-fun", "dvst"},
    {"define-fun-rec", "dvst"},
    {"define-funs-rec", "hB"},
    {"define-sort", "Dps"},
    {"eval", "tx"},
    {"get-value", "T"},
    {"maximize", "tx"},
    {"minimize", "tx"},
    {"set-logic", "L"},
    {"simplify", "tx"},
};

typedef enum {
  WALK_APPLICATION,
  WALK_LET,
  WALK_BINDER,
  WALK_MATCH,
  WALK_ANNOTATION,
  WALK_INDEXED,
  WALK_AS,
  WALK_PAR
} WalkWord;

static const struct {
  const char *name;
  WalkWord word;
} words[] = {{"let", WALK_LET},
             {"forall", WALK_BINDER},
             {"exists", WALK_BINDER},
             {"lambda", WALK_BINDER},
             {"choice", WALK_BINDER},
             {"witness", WALK_BINDER},
             {"set.comprehension", WALK_BINDER},
             {"match", WALK_MATCH},
             {"!", WALK_ANNOTATION},
             {"_", WALK_INDEXED},
             {"as", WALK_AS},
             {"par", WALK_PAR}};

void inspect_walk_init(InspectWalk *walk, const char *text, InspectSpan command)
{
  assert(command.start <= command.end);
  *walk = (InspectWalk){.scan = {.text = text, .length = command.end, .at = command.start},
                        .signature = "x"};
}

void inspect_walk_deinit(InspectWalk *walk)
{
  VEC_FREE(&walk->frames);
  VEC_FREE(&walk->locals);
}

/* --- what an item is --- */

static WalkWord word_of(const Scan *scan)
{
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (scan_is(scan, words[i].name)) return words[i].word;
  return WALK_APPLICATION;
}

static char command_item(const InspectWalk *walk, uint32_t item)
{
  if (item == 0) return 'x';
  size_t length = strlen(walk->signature);
  assert(length > 0);
  return walk->signature[item <= length ? item - 1 : length - 1];
}

static char term_item(const InspectFrame *frame)
{
  if (frame->item == 0) return 't';
  switch ((WalkWord)frame->word) {
  case WALK_LET: return frame->item == 1 ? 'l' : 't';
  case WALK_BINDER: return frame->item == 1 ? 'v' : 't';
  case WALK_MATCH: return frame->item == 1 ? 't' : 'm';
  case WALK_ANNOTATION: return frame->item == 1 ? 't' : frame->keyed ? 'T' : 'x';
  case WALK_INDEXED: return frame->item <= 2 ? 't' : 'x'; /* (_ is cons) */
  case WALK_AS: return frame->item == 1 ? 't' : 's';
  default: return 't';
  }
}

static char sort_item(const InspectFrame *frame)
{
  bool indexed = frame->word == WALK_INDEXED;
  return indexed && frame->item != 1 ? 'x' : 's';
}

static char datatype_item(const InspectFrame *frame)
{
  if (frame->word != WALK_PAR) return 'K';
  return frame->item == 1 ? 'p' : 'c';
}

/* The kind of the next item of a list. */
static char item_kind(const InspectWalk *walk, const InspectFrame *frame)
{
  uint32_t item = frame->item;
  switch (frame->kind) {
  case KIND_COMMAND: return command_item(walk, item);
  case 't': return term_item(frame);
  case 's': return sort_item(frame);
  case 'T':
  case 'B': return 't';
  case 'S': return 's';
  case 'v': return 'V';
  case 'l': return 'b';
  case 'm': return 'k';
  case 'h': return 'H';
  case 'c': return datatype_item(frame);
  case 'C': return walk->old_datatypes ? 'O' : 'c';
  case 'V':
  case 'f': return item == 0 ? frame->kind : 's';
  case 'b': return item == 0 ? 'b' : 't';
  case 'k': return item == 0 ? 'P' : 't';
  case 'H': return item == 0 ? 'd' : item == 1 ? 'v' : 's';
  case 'K': return item == 0 ? 'K' : 'f';
  case 'O': return item == 0 ? 'D' : 'K';
  case 'n': return 'n';
  case 'p':
  case 'P': return frame->kind;
  default: return 'x';
  }
}

/* --- names --- */

static void bind(InspectWalk *walk, InspectSpan name, bool is_sort, uint32_t group)
{
  VEC_PUSH(&walk->locals, ((InspectLocal){name, group, is_sort}));
}

/* A sorted variable of a definition that is one of several is seen in its own body only. */
static uint32_t variable_group(const InspectWalk *walk)
{
  for (size_t i = walk->frames.count; i > 0; i--)
    if (walk->frames.items[i - 1].kind == 'H') return walk->prototypes;
  return 0;
}

static InspectRole pattern_role(InspectWalk *walk, const InspectFrame *frame, InspectSpan span)
{
  if (frame->kind == 'P' && frame->item == 0) return ROLE_TERM;
  if (scan_is(&walk->scan, "_")) return ROLE_NONE;
  bind(walk, span, false, 0);
  return frame->kind == 'P' ? ROLE_VARIABLE : ROLE_PATTERN;
}

static InspectRole datatype_name(InspectWalk *walk, const InspectFrame *frame, InspectName *name)
{
  assert(frame->kind != 'n' || walk->frames.count > 1);
  name->kind = INSPECT_SORT;
  /* In old style the list has sort parameters; datatypes stand in lists of their own, with their arity. */
  if (frame->kind == 'n' && frame->start != walk->frames.items[1].start)
    return frame->item == 0 ? ROLE_DECLARES : ROLE_NONE;
  walk->old_datatypes = true;
  bind(walk, name->span, true, 0);
  return ROLE_SORT_PARAMETER;
}

static InspectRole declares(InspectName *name, InspectKind kind)
{
  name->kind = kind;
  return ROLE_DECLARES;
}

/* What a name is, as an item of this kind. */
static InspectRole name_role(InspectWalk *walk, const InspectFrame *frame, char kind,
                             InspectName *name)
{
  InspectSpan span = name->span;
  switch (kind) {
  case 't': return ROLE_TERM;
  case 's': return ROLE_SORT;
  case 'L': return ROLE_LOGIC;
  case 'd': return declares(name, walk->signature[1] == 's' ? INSPECT_CONSTANT : INSPECT_FUNCTION);
  case 'D': return declares(name, INSPECT_SORT);
  case 'T': return frame->keyed ? declares(name, INSPECT_NAMED) : ROLE_NONE; /* :named */
  case 'K': return scan_is(&walk->scan, "par") ? ROLE_NONE : declares(name, INSPECT_CONSTRUCTOR);
  case 'f': return declares(name, INSPECT_SELECTOR);
  case 'V': bind(walk, span, false, variable_group(walk)); return ROLE_VARIABLE;
  case 'b': bind(walk, span, false, WALK_PENDING); return ROLE_VARIABLE;
  case 'p': bind(walk, span, true, 0); return ROLE_SORT_PARAMETER;
  case 'P': return pattern_role(walk, frame, span);
  case 'n': return datatype_name(walk, frame, name);
  default: return ROLE_NONE;
  }
}

/* --- the walk --- */

static void find_signature(InspectWalk *walk)
{
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (scan_is(&walk->scan, commands[i].name)) walk->signature = commands[i].signature;
}

static void open_list(InspectWalk *walk)
{
  char kind = KIND_COMMAND;
  if (walk->frames.count) {
    InspectFrame *frame = &walk->frames.items[walk->frames.count - 1];
    kind = item_kind(walk, frame);
    walk->prototypes += kind == 'H';
    if (frame->kind == 'B') walk->group = frame->item + 1;
    frame->item++;
    frame->keyed = false;
  }
  VEC_PUSH(&walk->frames,
           ((InspectFrame){
               .kind = kind, .locals = (uint32_t)walk->locals.count, .start = walk->scan.start}));
}

/* The bindings of a let are visible from the end of their list on. */
static void show_bindings(InspectWalk *walk, const InspectFrame *frame)
{
  for (size_t i = frame->locals; i < walk->locals.count; i++)
    if (walk->locals.items[i].group == WALK_PENDING) walk->locals.items[i].group = 0;
}

static void close_list(InspectWalk *walk)
{
  if (walk->frames.count == 0) return;
  InspectFrame frame = walk->frames.items[--walk->frames.count];
  assert(frame.locals <= walk->locals.count);
  if (frame.kind == 'l') show_bindings(walk, &frame);
  /* An empty list of names: nothing has shown the style before. */
  if (frame.kind == 'n' && frame.item == 0 && walk->frames.count == 1) walk->old_datatypes = true;
  bool owns =
      frame.kind == 't' || frame.kind == 'k' || frame.kind == 'c' || frame.kind == KIND_COMMAND;
  if (owns) walk->locals.count = frame.locals;
}

/* Takes an item that is no list; true if it is a name. */
static bool take_item(InspectWalk *walk, ScanKind scanned, InspectName *name)
{
  assert(walk->frames.count > 0);
  InspectFrame *frame = &walk->frames.items[walk->frames.count - 1];
  char first = walk->scan.text[walk->scan.start];
  char kind = item_kind(walk, frame);
  if (frame->item == 0 && scanned == SCAN_ATOM) {
    frame->word = word_of(&walk->scan);
    if (frame->kind == KIND_COMMAND) find_signature(walk);
  }
  *name = (InspectName){.span = {walk->scan.start, walk->scan.at}};
  bool is_name = (scanned == SCAN_ATOM || scanned == SCAN_QUOTED) &&
                 !(first >= '0' && first <= '9') && first != '#' && first != ':';
  bool is_word = frame->item == 0 && frame->word != WALK_APPLICATION &&
                 (frame->kind == 't' || frame->kind == 's');
  if (is_name && !is_word) name->role = name_role(walk, frame, kind, name);
  if (frame->kind == 'B') walk->group = frame->item + 1;
  frame->keyed = frame->word == WALK_ANNOTATION &&
                 (scan_is(&walk->scan, ":named") || scan_is(&walk->scan, ":pattern"));
  frame->item++;
  return is_name;
}

bool inspect_walk_next(InspectWalk *walk, InspectName *name)
{
  for (;;) {
    ScanKind kind = scan_next(&walk->scan);
    switch (kind) {
    case SCAN_END: return false;
    case SCAN_OPEN: open_list(walk); break;
    case SCAN_CLOSE: close_list(walk); break;
    default:
      if (walk->frames.count && take_item(walk, kind, name)) return true;
      break;
    }
  }
}

InspectRole inspect_walk_expected(InspectWalk *walk)
{
  if (walk->frames.count == 0) return ROLE_NONE;
  const InspectFrame *frame = &walk->frames.items[walk->frames.count - 1];
  switch (item_kind(walk, frame)) {
  case 't': return ROLE_TERM;
  case 's': return ROLE_SORT;
  case 'L': return ROLE_LOGIC;
  default: return ROLE_NONE;
  }
}
