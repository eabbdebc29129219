/* Moving bytes between us and the programs. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "run/process/supervisor_internal.h"
#include "run/process/watch_tag.h"

bool capture_watch(Supervisor *sup, const Run *run, WatchKind kind, int fd)
{
  assert(fd >= 0 && run->generation);
  struct epoll_event event = {.events = kind == WATCH_IN ? EPOLLOUT : EPOLLIN,
                              .data.u64 = watch_tag(run->slot, run->generation, kind)};
  return epoll_ctl(sup->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

void capture_close(Supervisor *sup, int *fd)
{
  if (*fd < 0) return;
  /* A child that is just being started may hold a copy, with which a closed descriptor would stay in
   * the set. */
  epoll_ctl(sup->epoll, EPOLL_CTL_DEL, *fd, NULL);
  close(*fd);
  *fd = -1;
}

/* One read; false if there is nothing more for now, or ever. */
static bool read_piece(Supervisor *sup, int *fd, StrBuf *into)
{
  assert(*fd >= 0 && into->length <= into->limit);
  ssize_t got = descriptor_read(*fd, sup->buffer, READ_BYTES);
  if (got < 0 && errno == EAGAIN) return false;
  if (got <= 0) {
    capture_close(sup, fd);
    return false;
  }
  size_t length = (size_t)got, room = into->limit - into->length;
  if (length <= room) {
    strbuf_add(into, sup->buffer, length);
    return true;
  }
  strbuf_add(into, sup->buffer, room);
  into->overflow = true;
  capture_close(sup, fd);
  return false;
}

void capture_read(Supervisor *sup, Run *run, WatchKind kind, bool *limit_hit)
{
  assert(kind == WATCH_OUT || kind == WATCH_ERR);
  int *fd = kind == WATCH_OUT ? &run->out_fd : &run->err_fd;
  StrBuf *into = kind == WATCH_OUT ? &run->out : &run->err;
  if (*fd >= 0) read_piece(sup, fd, into);
  *limit_hit = into->overflow;
}

void capture_drain(Supervisor *sup, Run *run)
{
  while (run->out_fd >= 0 && read_piece(sup, &run->out_fd, &run->out)) continue;
  while (run->err_fd >= 0 && read_piece(sup, &run->err_fd, &run->err)) continue;
}

/* write() to a pipe whose reader may be gone, without the signal that this raises. */
static ssize_t write_quietly(int fd, const char *bytes, size_t length)
{
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t done = write(fd, bytes, length);
  int failure = errno;
  if (done < 0 && failure == EPIPE && !sigismember(&pending, SIGPIPE))
    sigtimedwait(&pipe, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return done;
}

void capture_write(Supervisor *sup, Run *run)
{
  assert(run->written <= run->pending.length);
  while (run->in_fd >= 0 && run->written < run->pending.length) {
    ssize_t done = write_quietly(run->in_fd, run->pending.bytes + run->written,
                                 run->pending.length - run->written);
    if (done > 0) {
      run->written += (size_t)done;
    } else if (done < 0 && errno == EAGAIN) {
      if (!run->in_watched) run->in_watched = capture_watch(sup, run, WATCH_IN, run->in_fd);
      return;
    } else if (errno != EINTR) {
      /* It does not listen any more; whether it still speaks is another question. */
      capture_close(sup, &run->in_fd);
      run->in_watched = false;
    }
  }
  if (run->in_watched) epoll_ctl(sup->epoll, EPOLL_CTL_DEL, run->in_fd, NULL);
  run->in_watched = false;
  strbuf_clear(&run->pending);
  run->written = 0;
}
