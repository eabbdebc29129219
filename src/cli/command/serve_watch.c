#include "cli/command/serve_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/value.h"
#include "base/worker.h"
#include "record/report/document.h"
#include "record/report/figure.h"
#include "record/report/inputs.h"
#include "record/report/json.h"
#include "record/report/page.h"
#include "record/store/lease.h"

enum {
  LOOK_MS = 1000,            /* between two looks */
  LOOK_UNATTENDED_MS = 5000, /* and if nobody waits for them */
  LOOK_SHARE = 10,           /* of a processor's time may be spent with looking: one of so many */
};

/* That a process was killed is not written anywhere. */
static const uint64_t LOOK_ANYWAY_NS = UINT64_C(10000000000);

/* One look. Belongs to the worker while it is in progress. */
typedef struct {
  Store *store;
  int64_t campaign;
  size_t inputs;
  uint64_t mark, read_ns; /* of the store, and when all of it was read */
  Status status;
  Error error;
  bool changed;
  char *text; /* the document, as it is served; NULL: there was none yet */
  StrBuf page;
  json_t *figures;
  ReportData *data; /* NULL: there is none yet, or it was taken */
  uint64_t cost_ns; /* of processors: on a busy machine a look takes long, and disturbs nobody */
} Look;

struct ServeWatch {
  Look look;
  Worker *worker;
  int ended; /* eventfd */
  bool under_way;
  uint64_t begun_ns;
  bool warned;
  ReportData *shown; /* what was published */
};

static void make_page(Look *look, const ReportData *data, json_t *report)
{
  if (look->figures) json_decref(look->figures);
  look->figures = page_figures(data);
  strbuf_clear(&look->page);
  page_write(report, look->figures, true, &look->page);
}

/* The page shows them while they work. */
static void add_workers(Look *look, const ReportData *data, json_t *report)
{
  StoreWorkers workers;
  Error error;
  json_t *list = json_array();
  if (store_get_workers(look->store, data->campaign, &workers, &error) != STATUS_OK)
    workers = (StoreWorkers){0};
  for (size_t i = 0; i < workers.count; i++) {
    const StoreWorker *worker = &workers.items[i];
    bool active = strcmp(worker->state, store_worker_word(STORE_WORKER_WORKING)) == 0 ||
                  strcmp(worker->state, store_worker_word(STORE_WORKER_IDLE)) == 0;
    json_t *object = json_object();
    json_object_set_new(object, "number", json_count(worker->number));
    json_object_set_new(object, "state", json_text(worker->state, strlen(worker->state)));
    json_object_set_new(object, "host", json_text(worker->host, strlen(worker->host)));
    json_object_set_new(object, "task", json_text(worker->task, strlen(worker->task)));
    json_object_set_new(object, "doing",
                        json_text(active ? worker->doing : "", active ? strlen(worker->doing) : 0));
    json_object_set_new(object, "inputs", json_count(worker->inputs));
    json_object_set_new(
        object, "since_seconds",
        json_integer(((active ? worker->now_ms : worker->beat_ms) - worker->joined_ms) / 1000));
    json_object_set_new(object, "silent_seconds",
                        active ? json_integer((worker->now_ms - worker->beat_ms) / 1000)
                               : json_null());
    json_array_append_new(list, object);
  }
  json_object_set_new(report, "workers", list);
  store_workers_free(&workers);
}

static Status read_campaign(Look *look)
{
  ReportData *data;
  Status status = report_load_inputs(&data, look->store, look->campaign, look->inputs,
                                     REPORT_INPUTS_HELD, &look->error);
  if (status != STATUS_OK) return status;
  report_load_folders(data);
  json_t *report = report_document(data);
  add_workers(look, data, report);
  char *text = json_dumps(report, JSON_COMPACT | JSON_ENSURE_ASCII);
  look->changed = !look->text || strcmp(look->text, text) != 0;
  if (look->changed) make_page(look, data, report);
  free(look->text);
  look->text = text;
  json_decref(report);
  if (!look->changed) report_release(data);
  if (!look->changed) return STATUS_OK;
  report_release(look->data);
  look->data = data;
  return STATUS_OK;
}

static void do_look(void *user, void *job)
{
  (void)user;
  Look *look = job;
  uint64_t start = clock_monotonic_ns(), cpu = clock_family_cpu_ns(), mark = 0;
  look->changed = false;
  look->status = store_mark(look->store, &mark, &look->error);
  bool due = !look->text || mark != look->mark || start - look->read_ns >= LOOK_ANYWAY_NS;
  if (look->status == STATUS_OK && due) {
    look->status = read_campaign(look);
    look->mark = mark;
    look->read_ns = start;
  }
  look->cost_ns = clock_family_cpu_ns() - cpu;
}

static void tell(void *user)
{
  const ServeWatch *watch = user;
  eventfd_write(watch->ended, 1);
}

static void begin_look(ServeWatch *watch)
{
  watch->under_way = true;
  watch->begun_ns = clock_monotonic_ns();
  worker_give(watch->worker, &watch->look);
}

static void end_look(ServeWatch *watch)
{
  worker_wait(watch->worker);
  worker_take(watch->worker);
  watch->under_way = false;
}

Status serve_watch_create(ServeWatch **result, Store *store, int64_t campaign, size_t inputs,
                          Error *error)
{
  int ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (ended < 0) return error_set(error, STATUS_IO, "cannot start: %s", strerror(errno));
  ServeWatch *watch = mem_alloc_zero(1, sizeof *watch);
  watch->ended = ended;
  watch->look = (Look){.store = store, .campaign = campaign, .inputs = inputs};
  strbuf_init(&watch->look.page, 0);
  watch->worker = worker_create(&(WorkerDuty){.work = do_look, .done = tell, .user = watch});
  begin_look(watch);
  end_look(watch);
  Status status = watch->look.status;
  if (status != STATUS_OK) {
    *error = watch->look.error;
    serve_watch_destroy(watch);
    return status;
  }
  *result = watch;
  return STATUS_OK;
}

void serve_watch_destroy(ServeWatch *watch)
{
  if (watch->under_way) end_look(watch);
  worker_destroy(watch->worker);
  close(watch->ended);
  free(watch->look.text);
  if (watch->look.figures) json_decref(watch->look.figures);
  strbuf_deinit(&watch->look.page);
  report_release(watch->look.data);
  report_release(watch->shown);
  free(watch);
}

int serve_watch_descriptor(const ServeWatch *watch)
{
  return watch->ended;
}

void serve_watch_look(ServeWatch *watch, bool attended)
{
  uint64_t least_ns = (attended ? LOOK_MS : LOOK_UNATTENDED_MS) * UINT64_C(1000000);
  uint64_t pause_ns = LOOK_SHARE * watch->look.cost_ns;
  if (watch->under_way) return;
  if (clock_monotonic_ns() - watch->begun_ns < (pause_ns > least_ns ? pause_ns : least_ns)) return;
  begin_look(watch);
}

/* The figure is a resource of its own, or the reason why there is none. */
static ServerResource figure_resource(const char *path, const json_t *figure)
{
  const json_t *svg = json_object_get(figure, "svg");
  const json_t *text = svg ? svg : json_object_get(figure, "error");
  return (ServerResource){.path = path,
                          .type = svg ? "image/svg+xml" : "text/plain; charset=utf-8",
                          .status = svg ? 200 : 503,
                          .bytes = json_string_value(text),
                          .length = json_string_length(text)};
}

/* The page has a policy of its own, with the digests of its scripts; a header says what only a header can. */
static const char PAGE_POLICY[] = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

static void publish(const Look *look, Server *server)
{
  enum { FIXED = 2, MOST = FIXED + FIGURE_COUNT, PATH = 64 };
  ServerResource resources[MOST] = {
      {.path = "/",
       .type = "text/html; charset=utf-8",
       .policy = PAGE_POLICY,
       .status = 200,
       .bytes = look->page.bytes,
       .length = look->page.length},
      {.path = "/campaign.json",
       .type = "application/json",
       .status = 200,
       .bytes = look->text,
       .length = strlen(look->text)},
  };
  char paths[FIGURE_COUNT][PATH];
  for (int kind = 0; kind < FIGURE_COUNT; kind++) {
    const char *name = figure_kind_words[kind];
    snprintf(paths[kind], PATH, "/figure/%s.svg", name);
    resources[FIXED + kind] = figure_resource(paths[kind], json_object_get(look->figures, name));
  }
  server_publish(server, resources, MOST);
}

void serve_watch_publish(ServeWatch *watch, Server *server)
{
  eventfd_t ignored;
  if (watch->under_way && eventfd_read(watch->ended, &ignored) == 0) end_look(watch);
  if (watch->under_way) return;
  Look *look = &watch->look;
  if (look->status != STATUS_OK && !watch->warned)
    fprintf(stderr, "assay serve: %s\n", look->error.message);
  watch->warned = look->status != STATUS_OK;
  if (look->changed) {
    report_release(watch->shown);
    watch->shown = look->data;
    look->data = NULL;
    publish(look, server);
  }
  look->changed = false;
}

/* --- pages of the table of inputs --- */

static Status read_number(const ServerQuestion *question, const char *name, uint64_t usual,
                          uint64_t *number, Error *error)
{
  const char *text = server_argument(question, name);
  *number = usual;
  if (!text || value_parse_unsigned(text, number) == VALUE_OK) return STATUS_OK;
  return error_set(error, STATUS_USAGE, "'%s' is a number, not '%s'", name, text);
}

static json_t *find_page(const ServeWatch *watch, const ServerQuestion *question, Error *error)
{
  enum { USUAL = 100 };
  const char *order = server_argument(question, "order");
  bool down = order && strcmp(order, "down") == 0;
  if (order && !down && strcmp(order, "up") != 0) {
    error_set(error, STATUS_USAGE, "'order' is up or down");
    return NULL;
  }
  ReportInputsQuery query = {.words = server_argument(question, "words"),
                             .sort = server_argument(question, "sort"),
                             .down = down};
  if (read_number(question, "from", 0, &query.from, error) != STATUS_OK) return NULL;
  if (read_number(question, "count", USUAL, &query.count, error) != STATUS_OK) return NULL;
  return report_inputs_page(watch->shown, &query, error);
}

ServerAnswer serve_watch_inputs(void *user, const ServerQuestion *question, StrBuf *body)
{
  const ServeWatch *watch = user;
  Error error;
  json_t *page = find_page(watch, question, &error);
  if (!page) {
    strbuf_printf(body, "%s\n", error.message);
    return (ServerAnswer){.status = 400, .type = "text/plain; charset=utf-8"};
  }
  char *text = json_dumps(page, JSON_COMPACT | JSON_ENSURE_ASCII);
  strbuf_add_text(body, text);
  free(text);
  json_decref(page);
  return (ServerAnswer){.status = 200, .type = "application/json"};
}
