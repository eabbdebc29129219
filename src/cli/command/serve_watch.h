/* What `assay serve` shows of a campaign, made in a thread of its own whenever the campaign has changed. */
#ifndef CLI_COMMAND_SERVE_WATCH_H
#define CLI_COMMAND_SERVE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "record/serve/server.h"
#include "record/store/store.h"

typedef struct ServeWatch ServeWatch;

/* `campaign` 0 is the newest one, of which the newest `inputs` are shown. Looks for the first time, and waits for the result. The store belongs to the watch until it is destroyed. */
Status serve_watch_create(ServeWatch **watch, Store *store, int64_t campaign, size_t inputs,
                          Error *error);
/* Waits until a look that is in progress has ended. */
void serve_watch_destroy(ServeWatch *watch);

/* Readable when a look has ended. */
int serve_watch_descriptor(const ServeWatch *watch);
/* Begins to look if it is time to. With `attended` somebody waits for what is new. Looking takes at most a tenth of the
 * time, however large the campaign is. */
void serve_watch_look(ServeWatch *watch, bool attended);
/* Publishes what a look has brought, if that is something new. A look that failed is a warning to stderr, and what
 * was published stays. */
void serve_watch_publish(ServeWatch *watch, Server *server);

/* Answers for server_ask: a page of the inputs of what was published last. `user` is the watch, which has published
 * something. Arguments: words, sort, order (up, down), from, count. */
ServerAnswer serve_watch_inputs(void *user, const ServerQuestion *question, StrBuf *body);

#endif
