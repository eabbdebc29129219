#include "smt/inspect/outline.h"

#include <assert.h>
#include <string.h>

#include "smt/inspect/walk.h"
#include "smt/text/command.h"

/* --- commands --- */

static bool is_command_name(const char *text, uint64_t length, uint64_t at)
{
  Scan scan = {.text = text, .length = length, .at = at};
  if (scan_next(&scan) != SCAN_ATOM || scan.start != at) return false;
  const char *name = text + scan.start;
  size_t size = (size_t)(scan.at - scan.start);
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++)
    if (strlen(command_name(kind)) == size && memcmp(command_name(kind), name, size) == 0)
      return true;
  return false;
}

/* A parenthesis at the start of a line with the name of a command after it begins a command, whatever is open: such a name can stand
 * nowhere else. */
static bool begins_command(const Scan *scan)
{
  bool first = scan->start == 0 || scan->text[scan->start - 1] == '\n';
  return first && is_command_name(scan->text, scan->length, scan->at);
}

static bool next_extent(Scan *scan, InspectExtent *extent)
{
  ScanKind kind = scan_next(scan);
  if (kind == SCAN_END) return false;
  *extent = (InspectExtent){.span = {scan->start, scan->at}, .list = kind == SCAN_OPEN};
  for (uint64_t depth = extent->list; depth;) {
    extent->span.end = scan->at;
    kind = scan_next(scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) return true;
    if (kind == SCAN_OPEN && begins_command(scan)) {
      scan->at = scan->start;
      return true;
    }
    depth += kind == SCAN_OPEN;
    depth -= kind == SCAN_CLOSE;
  }
  extent->span.end = scan->at;
  extent->closed = extent->list;
  return true;
}

const InspectExtent *inspect_extent_at(const InspectOutline *outline, uint64_t offset)
{
  size_t low = 0, high = outline->extents.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (outline->extents.items[middle].span.start <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return NULL;
  const InspectExtent *extent = &outline->extents.items[low - 1];
  return offset <= extent->span.end ? extent : NULL;
}

/* --- levels --- */

/* How far declarations reach, while the outline is made. */
typedef struct {
  U32Vec alive;  /* declarations that have not ended */
  U64Vec levels; /* how many of them there were before each push */
  bool global;   /* pop keeps them */
} Levels;

/* Ends all but the first `count` of the declarations that are alive. */
static void end_declarations(InspectOutline *outline, Levels *levels, size_t count, uint64_t at)
{
  assert(count <= levels->alive.count);
  while (levels->alive.count > count)
    outline->declarations.items[levels->alive.items[--levels->alive.count]].until = at;
}

static uint64_t level_count(Scan *scan)
{
  uint64_t count = 0;
  if (scan_next(scan) != SCAN_ATOM) return 1;
  for (uint64_t i = scan->start; i < scan->at && count < UINT32_MAX; i++) {
    if (scan->text[i] < '0' || scan->text[i] > '9') return 1;
    count = count * 10 + (uint64_t)(scan->text[i] - '0');
  }
  return count;
}

static void push(Levels *levels, uint64_t count)
{
  enum { LEVELS_MAX = 1 << 20 }; /* more of them are not told apart */
  for (; count && levels->levels.count < LEVELS_MAX; count--)
    VEC_PUSH(&levels->levels, levels->alive.count);
}

static void pop(InspectOutline *outline, Levels *levels, uint64_t count, uint64_t at)
{
  if (count > levels->levels.count) count = levels->levels.count;
  if (count == 0) return;
  levels->levels.count -= count;
  if (!levels->global)
    end_declarations(outline, levels, levels->levels.items[levels->levels.count], at);
}

/* Follows commands that open and close levels. */
static void follow_levels(InspectOutline *outline, const InspectExtent *extent, Levels *levels)
{
  Scan scan = {.text = outline->text, .length = extent->span.end, .at = extent->span.start};
  scan_next(&scan);
  if (scan_next(&scan) != SCAN_ATOM) return;
  if (scan_is(&scan, "push")) {
    push(levels, level_count(&scan));
  } else if (scan_is(&scan, "pop")) {
    pop(outline, levels, level_count(&scan), extent->span.start);
  } else if (scan_is(&scan, "reset") || scan_is(&scan, "reset-assertions")) {
    bool keeps = levels->global && scan_is(&scan, "reset-assertions");
    if (!keeps) end_declarations(outline, levels, 0, extent->span.start);
    levels->levels.count = 0;
    levels->global = keeps;
  } else if (scan_is(&scan, "set-option")) {
    scan_next(&scan);
    if (!scan_is(&scan, ":global-declarations")) return;
    scan_next(&scan);
    levels->global = scan_is(&scan, "true");
  }
}

/* --- declarations --- */

/* A constructor belongs to a datatype, a selector to a constructor: the last of these in the command. With several datatypes,
 * constructors come after all of their names: the number of the list says which it is. */
static uint32_t parent_of(const InspectOutline *outline, const InspectWalk *walk, size_t first,
                          InspectKind kind)
{
  assert(first <= outline->declarations.count);
  const InspectDeclaration *items = outline->declarations.items;
  size_t count = outline->declarations.count;
  if (kind == INSPECT_SELECTOR) {
    while (count > first && items[count - 1].kind != INSPECT_CONSTRUCTOR) count--;
    return count > first ? (uint32_t)count : 0;
  }
  if (kind != INSPECT_CONSTRUCTOR) return 0;
  bool several =
      walk->frames.count > 2 && walk->frames.items[1].kind == 'C' && !walk->old_datatypes;
  if (several) {
    size_t wanted = first + walk->frames.items[1].item - 1;
    return wanted < count && items[wanted].kind == INSPECT_SORT ? (uint32_t)wanted + 1 : 0;
  }
  while (count > first && items[count - 1].kind != INSPECT_SORT) count--;
  return count > first ? (uint32_t)count : 0;
}

static void add_declarations(InspectOutline *outline, uint32_t number, Levels *levels)
{
  assert(number < outline->extents.count);
  InspectWalk walk;
  InspectName name;
  size_t first = outline->declarations.count;
  inspect_walk_init(&walk, outline->text, outline->extents.items[number].span);
  while (inspect_walk_next(&walk, &name)) {
    if (name.role != ROLE_DECLARES) continue;
    InspectDeclaration declaration = {name.span, name.kind, number,
                                      parent_of(outline, &walk, first, name.kind), UINT64_MAX};
    VEC_PUSH(&levels->alive, (uint32_t)outline->declarations.count);
    VEC_PUSH(&outline->declarations, declaration);
  }
  inspect_walk_deinit(&walk);
}

void inspect_outline(const char *text, uint64_t length, InspectOutline *outline)
{
  assert(text || length == 0);
  *outline = (InspectOutline){.text = text, .length = length};
  Scan scan = {.text = text, .length = length};
  Levels levels = {0};
  for (InspectExtent extent; next_extent(&scan, &extent);) {
    VEC_PUSH(&outline->extents, extent);
    if (!extent.list) continue;
    add_declarations(outline, (uint32_t)outline->extents.count - 1, &levels);
    follow_levels(outline, &extent, &levels);
  }
  VEC_FREE(&levels.alive);
  VEC_FREE(&levels.levels);
}

void inspect_outline_free(InspectOutline *outline)
{
  VEC_FREE(&outline->extents);
  VEC_FREE(&outline->declarations);
}

/* --- what names mean --- */

InspectSpan inspect_bare(const char *text, InspectSpan name)
{
  assert(name.start <= name.end);
  bool quoted = name.end - name.start >= 2 && text[name.start] == '|' && text[name.end - 1] == '|';
  return quoted ? (InspectSpan){name.start + 1, name.end - 1} : name;
}

static bool is_same_name(const char *text, InspectSpan a, InspectSpan b)
{
  a = inspect_bare(text, a);
  b = inspect_bare(text, b);
  return a.end - a.start == b.end - b.start &&
         memcmp(text + a.start, text + b.start, (size_t)(a.end - a.start)) == 0;
}

/* Walks to the name that holds the offset or ends at it. */
static bool find_name(const InspectOutline *outline, uint64_t offset, InspectWalk *walk,
                      InspectName *name)
{
  const InspectExtent *extent = inspect_extent_at(outline, offset);
  InspectSpan span = extent && extent->list ? extent->span : (InspectSpan){0, 0};
  inspect_walk_init(walk, outline->text, span);
  while (inspect_walk_next(walk, name) && name->span.start <= offset)
    if (offset <= name->span.end) return true;
  return false;
}

static bool find_variable(const InspectOutline *outline, const InspectWalk *walk,
                          const InspectName *name, InspectSpans *found)
{
  bool sort = name->role == ROLE_SORT || name->role == ROLE_SORT_PARAMETER;
  for (size_t i = walk->locals.count; i > 0; i--) {
    const InspectLocal *local = &walk->locals.items[i - 1];
    bool itself = local->name.start == name->span.start;
    if (local->is_sort != sort || !(itself || inspect_walk_sees(walk, local))) continue;
    if (!is_same_name(outline->text, local->name, name->span)) continue;
    VEC_PUSH(found, local->name);
    return true;
  }
  return false;
}

static bool kind_fits(InspectKind kind, InspectRole role)
{
  if (role == ROLE_PATTERN) return kind == INSPECT_CONSTRUCTOR;
  return (kind == INSPECT_SORT) == (role == ROLE_SORT);
}

/* is-cons, as z3 writes (_ is cons). */
static InspectSpan tested_constructor(const char *text, InspectSpan name)
{
  bool tester = name.end - name.start > 3 && memcmp(text + name.start, "is-", 3) == 0;
  return tester ? (InspectSpan){name.start + 3, name.end} : name;
}

/* Declarations of the name that are known at the offset; all of them if `anywhere`. */
static bool find_declarations(const InspectOutline *outline, InspectSpan name, InspectRole role,
                              uint64_t offset, bool anywhere, InspectSpans *found)
{
  size_t before = found->count;
  for (size_t i = 0; i < outline->declarations.count; i++) {
    const InspectDeclaration *declaration = &outline->declarations.items[i];
    /* Functions that are defined together know each other. */
    assert(declaration->extent < outline->extents.count);
    uint64_t from = outline->extents.items[declaration->extent].span.start;
    bool known = from <= offset && offset < declaration->until;
    if ((known || anywhere) && kind_fits(declaration->kind, role) &&
        is_same_name(outline->text, declaration->name, name))
      VEC_PUSH(found, declaration->name);
  }
  return found->count > before;
}

static bool find_meaning(const InspectOutline *outline, const InspectWalk *walk,
                         const InspectName *name, InspectSpans *found)
{
  uint64_t at = name->span.start;
  InspectSpan tested = tested_constructor(outline->text, name->span);
  switch (name->role) {
  case ROLE_DECLARES: VEC_PUSH(found, name->span); return true;
  case ROLE_PATTERN:
    return find_declarations(outline, name->span, name->role, at, false, found) ||
           find_variable(outline, walk, name, found);
  case ROLE_VARIABLE:
  case ROLE_SORT_PARAMETER: return find_variable(outline, walk, name, found);
  case ROLE_TERM:
  case ROLE_SORT:
    return find_variable(outline, walk, name, found) ||
           find_declarations(outline, name->span, name->role, at, false, found) ||
           find_declarations(outline, name->span, name->role, at, true, found) ||
           (tested.start != at &&
            find_declarations(outline, tested, ROLE_PATTERN, at, false, found));
  default: return false;
  }
}

bool inspect_find_definitions(const InspectOutline *outline, uint64_t offset, InspectSpans *found)
{
  InspectWalk walk;
  InspectName name;
  bool is_found =
      find_name(outline, offset, &walk, &name) && find_meaning(outline, &walk, &name, found);
  inspect_walk_deinit(&walk);
  return is_found;
}

/* --- what can be written --- */

InspectPlace inspect_visible(const InspectOutline *outline, uint64_t offset, U32Vec *declarations,
                             InspectSpans *variables)
{
  assert(offset <= outline->length);
  const InspectExtent *extent = inspect_extent_at(outline, offset);
  InspectSpan span = extent && extent->list ? extent->span : (InspectSpan){0, 0};
  if (span.end > offset) span.end = offset; /* what follows is not known yet */
  InspectWalk walk;
  InspectName name, last = {0};
  inspect_walk_init(&walk, outline->text, span);
  while (inspect_walk_next(&walk, &name)) last = name;
  bool within = last.span.end == offset && offset > 0; /* the name is being written */
  InspectRole role = within ? last.role : inspect_walk_expected(&walk);
  bool command = walk.frames.count == 1 &&
                 (within ? walk.frames.items[0].item == 1 : walk.frames.items[0].item == 0);
  for (size_t i = 0; i < walk.locals.count; i++)
    if (inspect_walk_sees(&walk, &walk.locals.items[i]) &&
        walk.locals.items[i].is_sort == (role == ROLE_SORT))
      VEC_PUSH(variables, walk.locals.items[i].name);
  for (size_t i = 0; i < outline->declarations.count; i++) {
    const InspectDeclaration *declaration = &outline->declarations.items[i];
    bool known = declaration->name.start < offset && offset < declaration->until &&
                 declaration->name.end != offset;
    if (known && kind_fits(declaration->kind, role)) VEC_PUSH(declarations, (uint32_t)i);
  }
  inspect_walk_deinit(&walk);
  if (command || !extent) return INSPECT_PLACE_COMMAND;
  return role == ROLE_TERM    ? INSPECT_PLACE_TERM
         : role == ROLE_SORT  ? INSPECT_PLACE_SORT
         : role == ROLE_LOGIC ? INSPECT_PLACE_LOGIC
                              : INSPECT_PLACE_OTHER;
}
