/* What the first process of an enclosure says of each orphan that has ended, before it waits for it: see enclosure.h. */
#ifndef RUN_PROCESS_ENCLOSURE_REPORT_H
#define RUN_PROCESS_ENCLOSURE_REPORT_H

#include <stdint.h>

/* Where the first process finds its end of the link. */
enum { ENCLOSURE_LINK = 3 };
#define ENCLOSURE_FIRST "assay-first"

typedef struct {
  uint64_t mark; /* its soft RLIMIT_LOCKS (family.h) */
  uint64_t cpu_ns;
  uint32_t killed; /* by SIGKILL */
} EnclosureReport;

#endif
