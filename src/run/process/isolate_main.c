/* The program that runs another one in namespaces of its own (isolate.h). It is small and static, so that it starts fast.
 *
 *   assay-isolate FOLDER PROGRAM WORD...     FOLDER stays writable; "": none
 *   assay-isolate                            says by its exit code whether that works here
 *   assay-apart FOLDER PROGRAM WORD...       only keeps the processes of others out of sight; all else stays as it is
 *   assay-first                              is the first process of an enclosure (enclosure.h)
 *
 * Three processes: ours, which ends like the program; the first one of the new PID namespace, with whose end the kernel ends
 * everything in it; and the program. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/mount.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process/enclosure_report.h"

enum { FAILED = 125, CAPABILITIES = 64 };

/* Rights of others are none of our business: a file keeps those that the program gives it. */
enum { FOLDER_MODE = 0755, STICKY_MODE = 01777 };

static _Noreturn void fail(const char *what)
{
  dprintf(STDERR_FILENO, "assay-isolate: cannot %s: %s\n", what, strerror(errno));
  _exit(FAILED);
}

static void must(bool done, const char *what)
{
  if (!done) fail(what);
}

/* --- who we are --- */

static void write_file(const char *path, const char *text)
{
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  must(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text), path);
  close(fd);
}

/* The same user as outside, and nobody else. */
static void enter_namespaces(int flags)
{
  char text[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  must(unshare(flags) == 0, "make namespaces");
  if (!(flags & CLONE_NEWUSER)) return;
  write_file("/proc/self/setgroups", "deny");
  snprintf(text, sizeof text, "%u %u 1", user, user);
  write_file("/proc/self/uid_map", text);
  snprintf(text, sizeof text, "%u %u 1", group, group);
  write_file("/proc/self/gid_map", text);
}

/* Keys of the user's session, in the kernel, are not the program's. Where there are none, there is nothing to hide. */
static void leave_session_keys(void)
{
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
}

/* Nothing that the namespaces would allow is left, also not after another program was started. */
static void drop_rights(void)
{
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                       SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                       SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  must(prctl(PR_SET_SECUREBITS, bits) == 0, "lock the rights of root");
  for (unsigned long i = 0; i < CAPABILITIES; i++) prctl(PR_CAPBSET_DROP, i);
  must(syscall(SYS_capset, &header, none) == 0, "drop rights");
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "keep rights dropped");
}

/* --- what is seen --- */

static int copy_of(const char *path)
{
  return (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
}

static void put_copy(int copy, const char *path)
{
  must(syscall(SYS_move_mount, copy, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0, path);
  close(copy);
}

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};
enum { DEVICE_COUNT = sizeof devices / sizeof *devices };

/* Devices that hold nothing, and memory that goes with the run. */
static void make_devices(void)
{
  int copies[DEVICE_COUNT];
  for (size_t i = 0; i < DEVICE_COUNT; i++) copies[i] = copy_of(devices[i]);
  must(mount("assay", "/dev", "tmpfs", MS_NOSUID, "mode=0755,size=64k") == 0, "make /dev");
  for (size_t i = 0; i < DEVICE_COUNT; i++) {
    if (copies[i] < 0) continue;
    int fd = open(devices[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    must(fd >= 0, devices[i]);
    close(fd);
    put_copy(copies[i], devices[i]);
  }
  must(symlink("/proc/self/fd", "/dev/fd") == 0 && symlink("fd/0", "/dev/stdin") == 0 &&
           symlink("fd/1", "/dev/stdout") == 0 && symlink("fd/2", "/dev/stderr") == 0,
       "make /dev");
  must(mkdir("/dev/shm", FOLDER_MODE) == 0 &&
           mount("assay", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=1g") == 0,
       "make /dev/shm");
}

/* What is there can be read, and what is written is seen by nobody else. */
static void make_scratch(void)
{
  must(mkdir("/dev/shm/.upper", STICKY_MODE) == 0 && chmod("/dev/shm/.upper", STICKY_MODE) == 0 &&
           mkdir("/dev/shm/.work", 0700) == 0,
       "make a scratch folder");
  must(mount("assay", "/tmp", "overlay", MS_NOSUID | MS_NODEV,
             "lowerdir=/tmp,upperdir=/dev/shm/.upper,workdir=/dev/shm/.work,userxattr") == 0,
       "lay a scratch folder over /tmp");
}

static void set_read_only(const char *path, unsigned flags)
{
  struct mount_attr wanted = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID};
  must(syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &wanted, sizeof wanted) == 0,
       "make the system read-only");
}

static void make_view(const char *writable)
{
  char here[PATH_MAX];
  must(mount("", "/", "", MS_REC | MS_PRIVATE, NULL) == 0, "keep mounts to ourselves");
  must(getcwd(here, sizeof here) != NULL, "tell the folder");
  int folder = *writable ? copy_of(writable) : -1;
  must(!*writable || folder >= 0, writable);
  set_read_only("/", AT_RECURSIVE);
  make_devices();
  make_scratch();
  /* Sockets of services are there. */
  if (access("/run", F_OK) == 0)
    must(mount("assay", "/run", "tmpfs", MS_RDONLY, "mode=0755,size=0") == 0, "hide /run");
  /* Where a container hides parts of it, the old one has to do. */
  mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  set_read_only("/dev", 0);
  if (folder >= 0) put_copy(folder, writable);
  must(chdir(here) == 0, "return to the folder");
}

/* --- the processes --- */

static _Noreturn void become_isolated(char **words)
{
  leave_session_keys();
  drop_rights();
  setenv("TMPDIR", "/tmp", 1);
  execv(words[0], words + 1);
  fail(words[0]);
}

static _Noreturn void become_program(char **words)
{
  execv(words[0], words + 1);
  fail(words[0]);
}

/* Its processes are those that are in it. */
static void see_own_processes(void)
{
  must(mount("", "/", "", MS_REC | MS_SLAVE, NULL) == 0, "keep mounts to ourselves");
  must(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0, "mount /proc");
}

/* If our parent died before the wish was made, nobody would grant it. */
static void die_with_parent(int link)
{
  struct pollfd parent = {.fd = link, .events = POLLRDHUP};
  must(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0, "die with the parent");
  if (poll(&parent, 1, 0) != 0) _exit(FAILED);
}

/* The first process of the namespace: takes in orphans, and ends with the program. */
static _Noreturn void be_first(int link, bool isolates, char **words)
{
  int status;
  pid_t pid, program;
  die_with_parent(link);
  if (isolates)
    make_view(words[1] ? words[1] : "");
  else
    see_own_processes();
  program = words[1] ? fork() : 0;
  must(program >= 0, "make a process");
  if (program == 0 && !words[1]) {
    drop_rights();
    _exit(0);
  }
  if (program == 0) {
    close(link);
    if (isolates) become_isolated(words + 2);
    become_program(words + 2);
  }
  do pid = waitpid(-1, &status, 0);
  while (pid != program && (pid > 0 || errno == EINTR));
  must(pid == program && send(link, &status, sizeof status, MSG_NOSIGNAL) == sizeof status,
       "tell the result");
  _exit(0);
}

static _Noreturn void end_like(int status)
{
  sigset_t none;
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  int number = WTERMSIG(status);
  signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  raise(number);
  _exit(FAILED);
}

/* What is asked of the group is the program's to answer. */
static void ignore_signals(void)
{
  for (int number = 1; number <= SIGRTMAX; number++)
    if (number != SIGCHLD) signal(number, SIG_IGN);
}

/* --- the first process of an enclosure --- */

/* What is said comes before the end is taken note of: who is on no list any more has been reported. */
static void report(pid_t pid, bool killed, const struct rusage *usage)
{
  struct rlimit locks = {.rlim_cur = RLIM_INFINITY};
  prlimit(pid, RLIMIT_LOCKS, NULL, &locks);
  EnclosureReport text = {
      .mark = locks.rlim_cur,
      .cpu_ns = (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000u +
                (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000u,
      .killed = killed,
  };
  while (send(ENCLOSURE_LINK, &text, sizeof text, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void take_orphans(void)
{
  struct rusage usage;
  siginfo_t info = {0};
  while (syscall(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT, &usage) == 0 &&
         info.si_pid != 0) {
    report(info.si_pid, info.si_code == CLD_KILLED && info.si_status == SIGKILL, &usage);
    waitpid(info.si_pid, NULL, 0);
    info = (siginfo_t){0};
  }
}

/* Nobody inside may look into us or change us. Once our wish to die is made, the other side still has to be there. */
static _Noreturn void be_first_of_all(void)
{
  char byte = 0;
  sigset_t all;
  sigfillset(&all);
  must(sigprocmask(SIG_SETMASK, &all, NULL) == 0, "block signals");
  must(prctl(PR_SET_DUMPABLE, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0, "die in time");
  if (send(ENCLOSURE_LINK, &byte, 1, MSG_NOSIGNAL) != 1 || recv(ENCLOSURE_LINK, &byte, 1, 0) != 1)
    _exit(FAILED);
  for (;;) {
    int number;
    take_orphans();
    sigwait(&all, &number);
  }
}

int main(int argc, char **argv)
{
  int ends[2], status, result;
  if (argc && strcmp(argv[0], ENCLOSURE_FIRST) == 0) be_first_of_all();
  bool isolates = argc == 0 || strcmp(argv[0], "assay-apart") != 0;
  must(argc >= 4 || (argc == 1 && isolates), "run without a program");
  must(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0, "make a socket");
  enter_namespaces(isolates || geteuid() != 0 ? CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                                    (isolates ? CLONE_NEWNET | CLONE_NEWIPC : 0)
                                              : CLONE_NEWNS | CLONE_NEWPID);
  pid_t first = fork();
  must(first >= 0, "make a process");
  if (first == 0) {
    close(ends[0]);
    be_first(ends[1], isolates, argv);
  }
  close(ends[1]);
  ignore_signals();
  bool told = recv(ends[0], &result, sizeof result, 0) == sizeof result;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) continue;
  end_like(told ? result : status);
}
