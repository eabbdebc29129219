#include "run/process/fork_server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/strbuf.h"
#include "run/process/embedded.h"
#include "run/process/meter.h"
#include "run/process/procfs.h"
#include "run/process/session.h"
#include "run/process/supervisor_internal.h"

#define START_PATIENCE_NS UINT64_C(5000000000)
enum { STEP_MS = 1, COPY_PATIENCE_MS = 2000 };

struct ForkServer {
  Supervisor *sup;
  RunRequest request;
  VEC(const char *) environment;
  char *preload; /* LD_PRELOAD=... */
  int socket;
  pid_t pid;
  Session *session; /* that keeps the program; nothing is asked in it */
  bool broken;
};

/* --- the library --- */

/* The library as a file without a name; -1 if there is none. */
static int open_library(void)
{
  int fd = launch_raise(memfd_create("fork_preload", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (fd >= 0 && (!descriptor_write(fd, embedded_preload[0].text, embedded_preload[0].length) ||
                  fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW) != 0)) {
    close(fd);
    return -1;
  }
  return fd;
}

/* Adds the library to the environment. The program has it as a descriptor, which it closes before there are copies. */
static void add_preload(ForkServer *server)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "LD_PRELOAD=" RUN_LIBRARY_PATH);
  const char *others = getenv("LD_PRELOAD");
  if (others && *others) strbuf_printf(&text, ":%s", others);
  server->preload = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  for (const char *const *entry = server->request.environment; entry && *entry; entry++)
    VEC_PUSH(&server->environment, *entry);
  VEC_PUSH(&server->environment, server->preload);
  VEC_PUSH(&server->environment, "LD_BIND_NOW=1"); /* what the original does no copy has to do */
  VEC_PUSH(&server->environment, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
  server->request.environment = server->environment.items;
}

/* --- starting --- */

/* A notice, and the process it comes from as the kernel tells. */
static bool receive(const ForkServer *server, int timeout_ms, ForkNotice *notice, pid_t *from)
{
  struct pollfd ready = {.fd = server->socket, .events = POLLIN};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct iovec part = {notice, sizeof *notice};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct ucred sender;
  if (poll(&ready, 1, timeout_ms) <= 0 ||
      recvmsg(server->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != sizeof *notice ||
      notice->magic != FORK_MAGIC)
    return false;
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_CREDENTIALS)
    return false;
  memcpy(&sender, CMSG_DATA(header), sizeof sender);
  *from = sender.pid;
  return true;
}

static bool wait_until_there(ForkServer *server, ForkNotice *notice, pid_t *from)
{
  uint64_t end = clock_monotonic_ns() + START_PATIENCE_NS;
  while (session_is_alive(server->session) && clock_monotonic_ns() < end) {
    if (receive(server, STEP_MS, notice, from)) return true;
    supervisor_step(server->sup, 0);
  }
  return false;
}

/* A file in /proc that lists something the process has. */
static bool lists_something(pid_t pid, const char *name)
{
  char text[PROCFS_STAT_BYTES];
  return procfs_read(pid, name, text, sizeof text) && text[0];
}

/* What copies would not have; NULL if there is nothing. */
static const char *hindrance(const ForkServer *server, const ForkNotice *notice, pid_t from)
{
  MeterReading reading;
  char children[64];
  snprintf(children, sizeof children, "task/%d/children", (int)server->pid);
  if (notice->problem) return "the kernel lacks what is needed";
  if (from != server->pid) return "it starts another program that reads the script";
  if (!meter_read(server->pid, &reading) || reading.threads != 1)
    return "it has several threads before it reads its script";
  if (lists_something(server->pid, children)) return "it has started other programs";
  if (notice->has_timer || lists_something(server->pid, "timers")) return "it has set a timer";
  return NULL;
}

static const char *start(ForkServer *server)
{
  int ends[2], library = open_library();
  if (library < 0) return "there is no memory for the library";
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    close(library);
    return "there is no socket";
  }
  /* Without it notices come from nobody, and are refused. */
  setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &(int){1}, sizeof(int));
  add_preload(server);
  server->request.library = library;
  server->socket = ends[0];
  server->request.input = RUN_INPUT_DESCRIPTOR;
  server->request.descriptor = ends[1];
  server->request.serves = true;
  server->session = session_create(server->sup, &server->request);
  server->pid = session_process(server->session);
  close(ends[1]);
  ForkNotice notice;
  pid_t from;
  bool there = wait_until_there(server, &notice, &from);
  close(library);
  return there ? hindrance(server, &notice, from)
               : "it does not open its script where it could be stopped";
}

Status fork_server_create(Supervisor *sup, const RunRequest *request, ForkServer **server,
                          Error *error)
{
  assert(request->argv && !request->call && !request->isolate);
  ForkServer *made = mem_alloc_zero(1, sizeof *made);
  made->sup = sup;
  made->request = *request;
  made->socket = -1;
  /* It waits for years and grows by nothing; the limits are those of its copies. */
  made->request.limits = (RunLimits){.open_files = request->limits.open_files};
  const char *reason = start(made);
  if (!reason) {
    *server = made;
    return STATUS_OK;
  }
  fork_server_destroy(made);
  return error_set(error, STATUS_IO, "%s", reason);
}

void fork_server_destroy(ForkServer *server)
{
  if (!server) return;
  session_destroy(server->session);
  if (server->socket >= 0) close(server->socket);
  VEC_FREE(&server->environment);
  free(server->preload);
  free(server);
}

bool fork_server_is_alive(const ForkServer *server)
{
  return !server->broken && session_is_alive(server->session);
}

/* --- copies --- */

static bool send_order(const ForkServer *server, const ForkRun *wanted)
{
  assert(server->socket >= 0 && wanted->limits && wanted->family);
  ForkOrder order = {.magic = FORK_MAGIC,
                     .mark = family_mark(wanted->family, wanted->slot),
                     .address_space_bytes = wanted->limits->address_space_bytes};
  /* As in launch.c: the supervisor ends the run long before that. */
  if (wanted->limits->cpu_ns) order.cpu_seconds = wanted->limits->cpu_ns / 1000000000u + 2;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(FORK_DESCRIPTORS * sizeof(int))];
  } control = {0};
  struct iovec part = {&order, sizeof order};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(FORK_DESCRIPTORS * sizeof(int));
  memcpy(CMSG_DATA(rights), wanted->descriptors, FORK_DESCRIPTORS * sizeof(int));
  return sendmsg(server->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof order;
}

/* Whatever the notice says: is this a child of ours that was made for this run? */
static bool is_copy(const ForkServer *server, const ForkRun *wanted, pid_t pid)
{
  siginfo_t info;
  uint32_t slot;
  if (pid <= 0 || pid == server->pid ||
      waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    return false;
  if (!wanted->family->nonce) return getsid(pid) == pid;
  return family_slot(wanted->family, pid, &slot) && slot == wanted->slot;
}

int fork_server_copy(ForkServer *server, const ForkRun *wanted, pid_t *pid, int *pidfd)
{
  ForkNotice notice;
  pid_t copy;
  server->broken = true;
  if (!session_is_alive(server->session) || !send_order(server, wanted) ||
      !receive(server, COPY_PATIENCE_MS, &notice, &copy) || notice.problem ||
      !is_copy(server, wanted, copy))
    return ECHILD;
  int fd = launch_raise((int)syscall(SYS_pidfd_open, copy, 0));
  if (fd < 0) {
    int failure = errno;
    kill(copy, SIGKILL);
    while (waitpid(copy, NULL, 0) < 0 && errno == EINTR) continue;
    return failure;
  }
  *pid = copy;
  *pidfd = fd;
  server->broken = false;
  return 0;
}

RunHandle fork_server_start(ForkServer *server, const RunRequest *request)
{
  assert(!request->call && !request->isolate);
  RunRequest wanted = *request;
  wanted.manner = RUN_FORKED;
  return fork_server_is_alive(server) ? supervisor_fork(server->sup, &wanted, server) : 0;
}
