#include "cli/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/program.h"
#include "cli/signals.h"

/* A child that has told its status is gone at once, or hangs. Who sent a signal waits for
 * us. */
enum { LEAVE_TRIES = 100, LEAVE_TRIES_TOLD = 5, LEAVE_STEP_MS = 10 };

/* A handler has no other way to know whom to pass a signal on to, and to tell that a
 * second one came: that one ends the child at once, unless it hangs. */
static pid_t child;
static volatile sig_atomic_t last_signal;
static volatile sig_atomic_t told_twice;
static long long first_ms;

static void pass_on(int number)
{
    int saved = errno;

    (void)kill(child, number); /* one that is gone needs no signal */
    if (last_signal == 0)
        first_ms = signals_now_ms();
    else if (signals_now_ms() - first_ms >= SIGNALS_SAME_MS)
        told_twice = 1;
    last_signal = number;
    errno = saved;
}

static void pass_signals_on(void)
{
    static const int passed[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = pass_on };

    (void)sigemptyset(&action.sa_mask); /* these fail for bad numbers only */
    for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++)
        (void)sigaction(passed[i], &action, NULL);
}

/* One byte, the status; false when the child ended without a word. */
static bool hear(int fd, int *ret_status)
{
    unsigned char status;
    ssize_t n;

    do
        n = read(fd, &status, 1);
    while (n < 0 && errno == EINTR && told_twice == 0);
    *ret_status = status;
    return n == 1;
}

/* Reaps a child that is gone, so that its use of the machine counts as ours. */
static void give_a_moment(void)
{
    const struct timespec step = { 0, LEAVE_STEP_MS * 1000000L };
    int tries = last_signal != 0 ? LEAVE_TRIES_TOLD : LEAVE_TRIES;

    for (int i = 0; i < tries; i++) {
        if (waitpid(child, NULL, WNOHANG) != 0)
            return;
        (void)nanosleep(&step, NULL); /* a shorter nap does no harm */
    }
}

static void end_by(int number)
{
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* The child said nothing: a signal ended it, ours or one from outside. */
static _Noreturn void leave_like(int wait_status)
{
    int number = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;

    if (number == SIGINT || number == SIGTERM || number == SIGHUP)
        end_by(number);
    if (number == SIGKILL) {
        program_warn("the measuring process was killed; was memory short?");
        _exit(EXIT_UNMEASURED);
    }
    if (number == 0)
        _exit(WEXITSTATUS(wait_status));
    program_warn("the measuring process ended by signal %d", number);
    _exit(EXIT_BUG);
}

static _Noreturn void watch(int fd)
{
    int wait_status = 0;
    int status;

    if (hear(fd, &status)) {
        give_a_moment();
        _exit(status);
    }
    if (told_twice != 0) {
        give_a_moment();
        end_by(last_signal);
    }
    while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR)
        continue;
    leave_like(wait_status);
}

void supervise(struct program *program)
{
    sigset_t all, before;
    pid_t parent = getpid();
    int ends[2];

    if (program->supervisor >= 0)
        return;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return;
    /* A signal between the fork and the handlers would be lost. */
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    child = fork();
    if (child > 0) {
        (void)close(ends[1]);
        pass_signals_on();
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        watch(ends[0]);
    }
    (void)close(ends[0]);
    if (child == 0) {
        /* Who kills the parent means us. */
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_UNMEASURED);
        program->supervisor = ends[1];
    } else {
        (void)close(ends[1]);
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
}

void supervise_tell(const struct program *program, int status)
{
    unsigned char byte = (unsigned char)status;
    ssize_t n;

    if (program->supervisor < 0)
        return;
    do
        n = write(program->supervisor, &byte, 1);
    while (n < 0 && errno == EINTR);
}
