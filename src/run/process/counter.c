#include "run/process/counter.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Runs in the child too, which shares our memory: no sanitizer, no library. */
#define IN_CHILD __attribute__((no_sanitize("address", "undefined")))

typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
} Passing;

IN_CHILD static int open_counter(void)
{
  struct perf_event_attr attributes;
  __builtin_memset(&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.enable_on_exec = 1;
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void counter_channel_init(CounterChannel *channel)
{
  *channel = (CounterChannel){-1, -1};
  int probe = open_counter();
  int ends[2];
  if (probe < 0) return;
  close(probe);
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0)
    *channel = (CounterChannel){ends[0], ends[1]};
}

void counter_channel_deinit(CounterChannel *channel)
{
  if (channel->here >= 0) close(channel->here);
  if (channel->child >= 0) close(channel->child);
  *channel = (CounterChannel){-1, -1};
}

IN_CHILD void counter_send(int socket)
{
  char byte = 0;
  struct iovec data = {&byte, 1};
  Passing passing;
  struct msghdr message;
  int counter = open_counter();
  if (counter < 0) return;
  __builtin_memset(&message, 0, sizeof message);
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = passing.bytes;
  message.msg_controllen = sizeof passing.bytes;
  passing.header.cmsg_level = SOL_SOCKET;
  passing.header.cmsg_type = SCM_RIGHTS;
  passing.header.cmsg_len = CMSG_LEN(sizeof counter);
  __builtin_memcpy(CMSG_DATA(&passing.header), &counter, sizeof counter);
  sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  close(counter);
}

int counter_receive(const CounterChannel *channel)
{
  char byte;
  struct iovec data = {&byte, 1};
  Passing passing;
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = passing.bytes,
                           .msg_controllen = sizeof passing.bytes};
  int counter = -1;
  if (channel->here < 0 || recvmsg(channel->here, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
    return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS)
    memcpy(&counter, CMSG_DATA(header), sizeof counter);
  return counter;
}

bool counter_read(int counter, uint64_t *instructions)
{
  return counter >= 0 && read(counter, instructions, sizeof *instructions) == sizeof *instructions;
}
