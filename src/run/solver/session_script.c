#include "run/solver/session_script.h"

#include <assert.h>

#include "smt/text/command.h"
#include "smt/text/scan.h"

/* One command: text[start .. end), its name and what stands first after that. */
typedef struct {
  Scan name;
  Scan argument;
  ScanKind argument_kind;
  uint64_t start, end;
} Command;

typedef enum { COMMAND_READ, COMMAND_NONE, COMMAND_BROKEN } CommandFound;

static CommandFound next_command(Scan *scan, Command *command)
{
  ScanKind kind = scan_next(scan);
  if (kind == SCAN_END) return COMMAND_NONE;
  if (kind != SCAN_OPEN) return COMMAND_BROKEN;
  command->start = scan->start;
  if (!scan_list_end(scan->text, scan->length, scan->start, &command->end)) return COMMAND_BROKEN;
  if (scan_next(scan) != SCAN_ATOM) return COMMAND_BROKEN;
  command->name = *scan;
  command->argument_kind = scan_next(scan);
  command->argument = *scan;
  scan->at = command->end;
  return COMMAND_READ;
}

static bool is_one_of(const Scan *scan, const char *const *words)
{
  for (; *words; words++)
    if (scan_is(scan, *words)) return true;
  return false;
}

/* The number after push or pop; without one it is 1. Beyond any sense: a number that is too large. */
static uint64_t levels(const Command *command)
{
  enum { LARGEST = 1000000 };
  if (command->argument_kind != SCAN_ATOM) return 1;
  uint64_t count = 0;
  for (uint64_t i = command->argument.start; i < command->argument.at; i++) {
    char c = command->argument.text[i];
    if (c < '0' || c > '9' || count > LARGEST) return LARGEST;
    count = count * 10 + (uint64_t)(c - '0');
  }
  return count;
}

/* Those that change what can be asked for, and nothing about where output goes or how it works. */
static bool is_harmless_option(const Command *command)
{
  static const char *const harmless[] = {":produce-models",
                                         ":produce-unsat-cores",
                                         ":produce-unsat-assumptions",
                                         ":produce-assignments",
                                         ":produce-assertions",
                                         ":print-success",
                                         NULL};
  return command->argument_kind == SCAN_ATOM && is_one_of(&command->argument, harmless);
}

static uint32_t flags_of(const Command *command)
{
  const Scan *name = &command->name;
  return command_flags(name->text + name->start, name->at - name->start);
}

static const char *see_push(SessionScript *script, const Command *command)
{
  if (scan_is(&command->name, "push")) {
    script->pushed += levels(command);
  } else if (scan_is(&command->name, "pop")) {
    uint64_t count = levels(command);
    if (count > script->pushed) return "the script pops more than it pushes";
    script->pushed -= count;
  } else if (scan_is(&command->name, "set-logic")) {
    if (script->logic != script->logic_end) return "the script sets two logics";
    script->logic = command->start;
    script->logic_end = command->end;
  } else if (!(flags_of(command) & COMMAND_SCOPED)) {
    return "the script has commands that push and pop may not undo";
  }
  return NULL;
}

static const char *see(SessionScript *script, const Command *command, ProfileStyle style)
{
  if (scan_is(&command->name, "set-option")) {
    if (style == STYLE_PUSH || !is_harmless_option(command)) return "the script sets options";
    script->sets_options = true;
    return NULL;
  }
  return style == STYLE_PUSH ? see_push(script, command) : NULL;
}

SessionScript solver_session_read_script(const char *text, uint64_t length, ProfileStyle style)
{
  SessionScript script = {.text = text, .end = length};
  Scan scan = {.text = text, .length = length};
  Command command;
  CommandFound found = COMMAND_READ;
  while (!script.unfit && (found = next_command(&scan, &command)) == COMMAND_READ) {
    if (scan_is(&command.name, "exit")) {
      script.end = command.start;
      break;
    }
    script.unfit = see(&script, &command, style);
  }
  if (found == COMMAND_BROKEN) script.unfit = "the script is not a list of commands";
  return script;
}

void solver_session_write_script(const SessionScript *script, ProfileStyle style, bool first,
                                 const char *marker, StrBuf *out)
{
  assert(!script->unfit && marker);
  if (style == STYLE_RESET) {
    if (!first) strbuf_add_text(out, "(reset)\n");
    strbuf_add(out, script->text, script->end);
  } else {
    if (first) {
      strbuf_add(out, script->text + script->logic, script->logic_end - script->logic);
      strbuf_add_char(out, '\n');
      strbuf_printf(out, "(echo \"%s" SESSION_LOGIC "\")\n", marker);
    }
    strbuf_add_text(out, "(push 1)\n");
    strbuf_add(out, script->text, script->logic);
    strbuf_add(out, script->text + script->logic_end, script->end - script->logic_end);
    strbuf_printf(out, "\n(pop %llu)", (unsigned long long)script->pushed + 1);
  }
  strbuf_add_char(out, '\n'); /* the script may end with a comment */
  strbuf_printf(out, "(echo \"%s\")\n", marker);
}

bool solver_session_repeat_script(const char *text, uint64_t length, uint32_t count, StrBuf *out)
{
  SessionScript script = solver_session_read_script(text, length, STYLE_RESET);
  for (uint32_t i = 0; i < count && !script.unfit; i++)
    solver_session_write_script(&script, STYLE_RESET, i == 0, REPEATED_MARK, out);
  return !script.unfit;
}
