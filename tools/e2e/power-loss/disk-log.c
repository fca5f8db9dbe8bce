/*
 * Preloaded into the server. Records, in order, every change that it makes below DISK_LOG_DIRECTORY, with the bytes, into
 * the file DISK_LOG_FILE, so that a replayer can construct what a power loss at any moment would leave.
 *
 * While the file DISK_FAULT_FILE exists, every such change fails with EROFS instead, like on a file system that has become
 * read-only. If the file has a line `CALL ERROR SKIP COUNT PART`, only COUNT calls of that name (-1: all) fail with that error, after SKIP
 * of them, on paths that contain PART, or end with it if a `$` follows; SHORT writes half of the bytes instead, SLOW
 * takes 100 ms. The first such call creates DISK_FAULT_FILE.hit.
 *
 * A change is recorded after it was made. A sync is recorded twice, before and after: it covers what was recorded before it
 * began. Memory maps are not recorded: SQLite's index beside the log is rebuilt after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, RMDIR, SYNC_BEGIN, SYNC_END };

struct record {
  uint32_t magic, type, process, descriptor;
  uint64_t offset, length;
  uint32_t first, second;
};

#define MOST_DESCRIPTORS 65536
/* Inodes of what was opened below the directory, by descriptor. */
static ino_t tracked[MOST_DESCRIPTORS];
static char directory[PATH_MAX];
static size_t directory_length;
static const char *fault;
static int log_descriptor = -1;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void) {
  const char *below = getenv("DISK_LOG_DIRECTORY"), *file = getenv("DISK_LOG_FILE");
  fault = getenv("DISK_FAULT_FILE");
  if (below == NULL) return;
  snprintf(directory, sizeof directory, "%s", below);
  directory_length = strlen(directory);
  if (file != NULL) log_descriptor = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  pthread_once(&prepared, prepare);
  return directory_length > 0 && path != NULL && strncmp(path, directory, directory_length) == 0 &&
         (path[directory_length] == '/' || path[directory_length] == 0);
}

/* libuv closes files by a bare system call, so a number may belong to something else by now. */
static int is_tracked(int fd) {
  struct stat found;
  return fd >= 0 && fd < MOST_DESCRIPTORS && tracked[fd] != 0 && fstat(fd, &found) == 0 && found.st_ino == tracked[fd];
}
static void track(int fd, int is) {
  struct stat found;
  if (fd >= 0 && fd < MOST_DESCRIPTORS) tracked[fd] = is && fstat(fd, &found) == 0 ? found.st_ino : 0;
}

/* One append, so that records of threads and processes don't mix. */
static void put(int type, int fd, uint64_t offset, const char *first, const char *second, const struct iovec *data, int count,
                uint64_t length) {
  if (log_descriptor < 0) return;
  int kept = errno;
  struct record head = {0x4b534944, type, getpid(), fd, offset, length, first ? strlen(first) : 0, second ? strlen(second) : 0};
  size_t size = sizeof head + head.first + head.second + length;
  char *bytes = malloc(size), *at = bytes;
  memcpy(at, &head, sizeof head);
  at += sizeof head;
  if (first) memcpy(at, first, head.first);
  at += head.first;
  if (second) memcpy(at, second, head.second);
  at += head.second;
  for (int index = 0; index < count && length > 0; index++) {
    size_t part = data[index].iov_len < length ? data[index].iov_len : length;
    memcpy(at, data[index].iov_base, part);
    at += part;
    length -= part;
  }
  if (syscall(SYS_write, log_descriptor, bytes, size) != (long)size) abort();
  free(bytes);
  errno = kept;
}

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static char counted[512];
static long matched;

/* Whether this matching call is one of those that fail. A new line starts the count anew. */
static int is_counted(const char *line, long skip, long count) {
  pthread_mutex_lock(&counting);
  if (strcmp(line, counted) != 0) {
    snprintf(counted, sizeof counted, "%s", line);
    matched = 0;
  }
  long index = matched++ - skip;
  pthread_mutex_unlock(&counting);
  return index >= 0 && (count < 0 || index < count);
}

static void set_error(const char *name) {
  errno = strcmp(name, "EIO") == 0 ? EIO : strcmp(name, "ENOSPC") == 0 ? ENOSPC : EROFS;
}

static int is_meant(const char *path, const char *part) {
  size_t length = strlen(part), whole = strlen(path);
  if (length == 0 || part[length - 1] != '$') return strstr(path, part) != NULL;
  return whole >= length - 1 && strncmp(path + whole - (length - 1), part, length - 1) == 0;
}

enum { PASSES, REFUSED, SHORTENED };

/* What becomes of a call on a descriptor, or on a path if there is one. */
static int fate_of(const char *call, int fd, const char *path) {
  int file = fault == NULL ? -1 : syscall(SYS_openat, AT_FDCWD, fault, O_RDONLY | O_CLOEXEC);
  if (file < 0) return PASSES;
  char line[512], wanted[16], error[16], part[256], own[PATH_MAX];
  long length = syscall(SYS_read, file, line, sizeof line - 1), skip, count;
  syscall(SYS_close, file);
  line[length > 0 ? length : 0] = 0;
  if (sscanf(line, "%15s %15s %ld %ld %255s", wanted, error, &skip, &count, part) != 5) {
    errno = EROFS;
    return REFUSED;
  }
  if (strcmp(call, wanted) != 0) return PASSES;
  if (path == NULL) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t got = readlink(link, own, sizeof own - 1);
    own[got > 0 ? got : 0] = 0;
    path = own;
  }
  if (!is_meant(path, part) || !is_counted(line, skip, count)) return PASSES;
  char hit[PATH_MAX];
  snprintf(hit, sizeof hit, "%s.hit", fault);
  int mark = syscall(SYS_openat, AT_FDCWD, hit, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (mark >= 0) syscall(SYS_close, mark);
  if (strcmp(error, "SHORT") == 0) return SHORTENED;
  if (strcmp(error, "SLOW") == 0) {
    usleep(100000);
    return PASSES;
  }
  set_error(error);
  return REFUSED;
}

static int is_refused(const char *call, int fd, const char *path) { return fate_of(call, fd, path) == REFUSED; }

/* Half of the bytes of a call that is cut short. */
static size_t shortened(int fate, size_t count) { return fate == SHORTENED && count > 1 ? count / 2 : count; }

#define REAL(name) \
  static __typeof__(name) *real; \
  if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int opened(int fd, const char *path, int flags) {
  if (fd >= 0 && is_below(path)) {
    track(fd, 1);
    put(OPEN, fd, flags & (O_CREAT | O_TRUNC), path, NULL, NULL, 0, 0);
  } else {
    track(fd, 0);
  }
  return fd;
}

#define CHANGES(flags) (((flags) & O_ACCMODE) != O_RDONLY || ((flags) & (O_CREAT | O_TRUNC)) != 0)
#define DEFINE_OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    if (CHANGES(flags) && is_below(path) && is_refused("open", -1, path)) return -1; \
    return opened(real(path, flags, mode), path, flags); \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

int close(int fd) {
  REAL(close);
  track(fd, 0);
  return real(fd);
}

static void written(int fd, const struct iovec *data, int count, ssize_t length, off_t offset) {
  if (length > 0 && is_tracked(fd)) put(WRITE, fd, offset < 0 ? lseek(fd, 0, SEEK_CUR) - length : offset, NULL, NULL, data, count, length);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write);
  int fate = is_tracked(fd) ? fate_of("write", fd, NULL) : PASSES;
  if (fate == REFUSED) return -1;
  ssize_t got = real(fd, bytes, shortened(fate, count));
  written(fd, &(struct iovec){(void *)bytes, count}, 1, got, -1);
  return got;
}

ssize_t writev(int fd, const struct iovec *data, int count) {
  REAL(writev);
  int fate = is_tracked(fd) ? fate_of("write", fd, NULL) : PASSES;
  if (fate == REFUSED) return -1;
  if (fate == SHORTENED) return write(fd, data->iov_base, data->iov_len / 2);
  ssize_t got = real(fd, data, count);
  written(fd, data, count, got, -1);
  return got;
}

#define DEFINE_PWRITE(name) \
  ssize_t name(int fd, const void *bytes, size_t count, off_t offset) { \
    REAL(name); \
    int fate = is_tracked(fd) ? fate_of("write", fd, NULL) : PASSES; \
    if (fate == REFUSED) return -1; \
    ssize_t got = real(fd, bytes, shortened(fate, count), offset); \
    written(fd, &(struct iovec){(void *)bytes, count}, 1, got, offset); \
    return got; \
  }
DEFINE_PWRITE(pwrite)
DEFINE_PWRITE(pwrite64)

#define DEFINE_PWRITEV(name) \
  ssize_t name(int fd, const struct iovec *data, int count, off_t offset) { \
    REAL(name); \
    int fate = is_tracked(fd) ? fate_of("write", fd, NULL) : PASSES; \
    if (fate == REFUSED) return -1; \
    if (fate == SHORTENED) return pwrite(fd, data->iov_base, data->iov_len / 2, offset); \
    ssize_t got = real(fd, data, count, offset); \
    written(fd, data, count, got, offset); \
    return got; \
  }
DEFINE_PWRITEV(pwritev)
DEFINE_PWRITEV(pwritev64)

#define DEFINE_FTRUNCATE(name) \
  int name(int fd, off_t length) { \
    REAL(name); \
    if (is_tracked(fd) && is_refused("truncate", fd, NULL)) return -1; \
    int got = real(fd, length); \
    if (got == 0 && is_tracked(fd)) put(TRUNCATE, fd, length, NULL, NULL, NULL, 0, 0); \
    return got; \
  }
DEFINE_FTRUNCATE(ftruncate)
DEFINE_FTRUNCATE(ftruncate64)

/* Room is not content: only the length that it gives the file is recorded. */
#define DEFINE_FALLOCATE(name) \
  int name(int fd, int mode, off_t offset, off_t length) { \
    REAL(name); \
    if (is_tracked(fd) && is_refused("truncate", fd, NULL)) return -1; \
    int got = real(fd, mode, offset, length); \
    struct stat found; \
    if (got == 0 && is_tracked(fd) && fstat(fd, &found) == 0) put(TRUNCATE, fd, found.st_size, NULL, NULL, NULL, 0, 0); \
    return got; \
  }
DEFINE_FALLOCATE(fallocate)
DEFINE_FALLOCATE(fallocate64)

static int synced(int fd, int (*sync)(int)) {
  if (!is_tracked(fd)) return sync(fd);
  if (is_refused("sync", fd, NULL)) return -1;
  put(SYNC_BEGIN, fd, 0, NULL, NULL, NULL, 0, 0);
  int got = sync(fd);
  if (got == 0) put(SYNC_END, fd, 0, NULL, NULL, NULL, 0, 0);
  return got;
}
int fsync(int fd) {
  REAL(fsync);
  return synced(fd, real);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return synced(fd, real);
}

#define DEFINE_PATH(name, type, parameters, arguments, first, second) \
  int name parameters { \
    REAL(name); \
    int changes = is_below(first) || is_below(second); \
    if (changes && is_refused(#name, -1, is_below(first) ? first : second)) return -1; \
    int got = real arguments; \
    if (got == 0 && changes) put(type, 0, 0, first, second, NULL, 0, 0); \
    return got; \
  }
#define NONE ((const char *)NULL)
DEFINE_PATH(rename, RENAME, (const char *from, const char *to), (from, to), from, to)
DEFINE_PATH(link, LINK, (const char *from, const char *to), (from, to), from, to)
DEFINE_PATH(unlink, UNLINK, (const char *path), (path), path, NONE)
DEFINE_PATH(remove, UNLINK, (const char *path), (path), path, NONE)
DEFINE_PATH(rmdir, RMDIR, (const char *path), (path), path, NONE)
DEFINE_PATH(mkdir, MKDIR, (const char *path, mode_t mode), (path, mode), path, NONE)
