#include "cli/shared/consent.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "campaign/trust.h"
#include "cli/option/style.h"

static void print_lines(const char *lines)
{
  for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
    fputs("  ", stderr);
    text_print_visible(stderr, lines, (size_t)(end - lines));
    fputc('\n', stderr);
  }
}

/* Whoever answers has to see the lines. */
static bool says_yes(void)
{
  char answer[16] = "";
  FILE *terminal =
      isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 ? fopen("/dev/tty", "r+") : NULL;
  if (!terminal) return false;
  fputs("run it (y/n)? ", terminal);
  fflush(terminal);
  bool yes = fgets(answer, sizeof answer, terminal) && (*answer == 'y' || *answer == 'Y');
  fclose(terminal);
  return yes;
}

int consent_ask(const Subcommand *command, const char *what, StrBuf *lines, bool trusted)
{
  assert(command && (what || !lines->length));
  if (!lines->length || trusted) return EXIT_FINE;
  command_error(command, EXIT_ENVIRONMENT, "'%s' names what is not trusted here:", what);
  print_lines(strbuf_text(lines));
  if (says_yes()) return EXIT_FINE;
  return command_error(command, EXIT_ENVIRONMENT,
                       "nothing was run; --trust runs it, if you know who made '%s'", what);
}

int consent_campaign(const Subcommand *command, const CampaignResume *resume, bool writes,
                     bool trusted)
{
  StrBuf lines;
  Error error;
  strbuf_init(&lines, 0);
  int code = trust_doubts(resume, writes, &lines, &error) == STATUS_OK
                 ? consent_ask(command, resume->where, &lines, trusted)
                 : command_refuse(command, &error);
  strbuf_deinit(&lines);
  return code;
}
