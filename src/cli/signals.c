#include "cli/signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "measure/stop.h"

/* A handler has no other way to reach the run: the one flag of the process. */
static struct stop stop_flag;

static atomic_llong first_ms;

long long signals_now_ms(void)
{
    struct timespec now = { 0, 0 };

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* exists on every Linux */
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_signal(int number)
{
    int none = 0;

    if (atomic_compare_exchange_strong(&stop_flag.reason, &none, number)) {
        atomic_store(&first_ms, signals_now_ms());
        return;
    }
    if (signals_now_ms() - atomic_load(&first_ms) < SIGNALS_SAME_MS)
        return;
    /* The second one: leave without cleaning up. Scratch files have no names,
     * so nothing stays behind. */
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

const struct stop *signals_install(void)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_signal };

    (void)sigemptyset(
        &action.sa_mask); /* these calls fail for bad numbers only */
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        (void)sigaction(ends[i], &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    return &stop_flag;
}

const char *signals_received(void)
{
    switch (atomic_load(&stop_flag.reason)) {
    case 0:
        return NULL;
    case SIGINT:
        return "SIGINT";
    case SIGTERM:
        return "SIGTERM";
    case SIGHUP:
        return "SIGHUP";
    default:
        return "a signal";
    }
}
