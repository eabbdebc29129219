/* Who runs a campaign for a process that only watches it: processes of this machine, or tasks of a cluster. */
#ifndef CAMPAIGN_CREW_H
#define CAMPAIGN_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"

typedef struct Crew Crew;

typedef struct {
  /* Workers that run, or will. Called a few times a second. */
  size_t (*count)(Crew *crew);
  /* They are to end at once: the share has told them to, and they have not. */
  void (*cancel)(Crew *crew);
  /* Those that still run stay, unless they cannot do without us. */
  void (*destroy)(Crew *crew);
  bool stays; /* they can */
} CrewClass;

struct Crew {
  const CrewClass *class;
};

/* What a worker has to be called with. */
typedef struct {
  const char *program; /* absolute path of assay */
  const char *command; /* of assay: "fuzz" */
  const char *store;   /* as store_open wants it, from any folder */
  int64_t campaign;
  uint64_t lease_ms;
  bool trust; /* it is to run the programs that the store names, whoever wrote them there */
} CrewCall;

/* The words after the program: "fuzz", "--join" ...; each is to be freed by crew_words_free. */
typedef struct {
  char *items[16];
  size_t count;
} CrewWords;
void crew_words(const CrewCall *call, CrewWords *words);
void crew_words_free(CrewWords *words);

/* So many processes here, which write what they say to LOGS/worker-N.log. One that is killed is started again, a few times
 * in all. They end with us. */
Status crew_start_here(Crew **crew, const CrewCall *call, size_t count, const char *logs,
                       Error *error);

#endif
