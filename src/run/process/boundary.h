/* Where the answer to a query ends in the output of a program, found as the output comes. */
#ifndef RUN_PROCESS_BOUNDARY_H
#define RUN_PROCESS_BOUNDARY_H

#include "run/process/session.h"

typedef enum {
  BOUNDARY_BETWEEN,
  BOUNDARY_ATOM,
  BOUNDARY_STRING,
  BOUNDARY_QUOTED,
  BOUNDARY_COMMENT
} BoundaryPlace;

typedef struct {
  SessionUntil until;
  char *marker;
  size_t marker_length;
  uint32_t missing; /* lines or expressions */
  size_t start;     /* where the answer begins */
  size_t scanned;
  size_t line_start;
  uint64_t depth;
  BoundaryPlace place;
  bool skip_line_end; /* the rest of the line that the last answer ended in */
  /* Once found. */
  size_t end;  /* of the answer */
  size_t next; /* where the next answer begins */
} Boundary;

/* Starts at the beginning of an output. A zeroed boundary is valid. */
void boundary_begin(Boundary *boundary, const SessionQuery *query);
void boundary_deinit(Boundary *boundary);
/* Is the answer complete in these bytes, which begin with those of the last call? */
bool boundary_find(Boundary *boundary, const char *bytes, size_t length);

#endif
