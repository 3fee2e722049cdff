#include "measure/rank.h"

#include <math.h>

#include "base/order.h"
#include "base/unknown.h"

const uint64_t rank_looks[RANK_LOOKS] = { 7, 15, 31 };

/* Each look has its own rank. The chances that the interval misses the median are
 * 1.6 %, 0.7 % and 2.9 %: 5.2 % if they were apart, and under 5 % since the later
 * samples contain the earlier ones. */
static const size_t look_ranks[RANK_LOOKS] = { 1, 3, 10 };

bool rank_is_look(uint64_t rounds)
{
    for (size_t i = 0; i < RANK_LOOKS; i++) {
        if (rounds == rank_looks[i])
            return true;
    }
    return false;
}

/* P(Bin(n, 1/2) <= k-1) of the last look's 2.9 % at 31 is the smallest allowed for
 * more rounds than that; found by adding up the binomial in logarithms. */
static size_t rank_beyond_looks(size_t n)
{
    double total = 0;
    size_t k = 0;

    for (size_t i = 0; i < n / 2; i++) {
        double log_p = lgamma((double)n + 1) - lgamma((double)i + 1) -
                       lgamma((double)(n - i) + 1) - (double)n * log(2);
        total += exp(log_p);
        if (2 * total > 0.0295)
            break;
        k = i + 1;
    }
    return k;
}

size_t rank_of_median(size_t n)
{
    size_t rank = n >= RANK_LEAST ? 1 : 0;

    if (n > rank_looks[RANK_LOOKS - 1])
        return rank_beyond_looks(n);
    for (size_t i = 0; i < RANK_LOOKS; i++) {
        if (n >= rank_looks[i])
            rank = look_ranks[i];
    }
    return rank;
}

struct interval rank_interval(double *values, size_t n)
{
    size_t k = rank_of_median(n);

    order_doubles(values, n);
    if (k == 0)
        return (struct interval){ UNKNOWN_DOUBLE, UNKNOWN_DOUBLE };
    return (struct interval){ values[k - 1], values[n - k] };
}

struct interval interval_widen(struct interval interval, double share)
{
    interval.low -= share * fabs(interval.low);
    interval.high += share * fabs(interval.high);
    return interval;
}

double interval_half_share(struct interval interval, double centre)
{
    if (!(fabs(centre) > 0))
        return UNKNOWN_DOUBLE;
    return (interval.high - interval.low) / 2 / fabs(centre);
}

enum ruling rank_ruling(struct interval interval, struct bound bound)
{
    if (!known_double(interval.low) || !known_double(interval.high))
        return RULING_UNCLEAR;
    if (bound.at_least) {
        if (interval.low >= bound.value)
            return RULING_MET;
        return interval.high < bound.value ? RULING_MISSED : RULING_UNCLEAR;
    }
    if (interval.high <= bound.value)
        return RULING_MET;
    return interval.low > bound.value ? RULING_MISSED : RULING_UNCLEAR;
}

/* P(Bin(n, share) <= k), summed from the term at k downwards: the terms shrink at
 * least geometrically below the mean, so few are needed. */
static double binomial_at_most(uint64_t k, uint64_t n, double share)
{
    double total = 0;
    double log_p = lgamma((double)n + 1) - lgamma((double)k + 1) -
                   lgamma((double)(n - k) + 1) + (double)k * log(share) +
                   (double)(n - k) * log1p(-share);
    double term = exp(log_p);

    for (uint64_t i = k;; i--) {
        total += term;
        if (i == 0 || term <= total * 1e-12)
            return total < 1 ? total : 1;
        term *= (double)i / (double)(n - i + 1) * (1 - share) / share;
    }
}

static double binomial_at_least(uint64_t k, uint64_t n, double share)
{
    return k == 0 ? 1 : binomial_at_most(n - k, n, 1 - share);
}

enum ruling rank_ruling_share(uint64_t over, uint64_t n, double share)
{
    const double risk = 0.05;

    if (n == 0 || over > n || !(share > 0) || !(share < 1))
        return RULING_UNCLEAR;
    /* Sure to be under the share when, at exactly the share, so few over it would be
     * seen at most once in twenty times; and the mirror of it. Only the near tail
     * is added up: in the far one the terms vanish before they grow. */
    if ((double)over < share * (double)n &&
        binomial_at_most(over, n, share) <= risk)
        return RULING_MET;
    if ((double)over > share * (double)n &&
        binomial_at_least(over, n, share) <= risk)
        return RULING_MISSED;
    return RULING_UNCLEAR;
}

enum ruling rank_ruling_between(uint64_t surely, uint64_t possibly, uint64_t n,
                                double share)
{
    if (rank_ruling_share(possibly, n, share) == RULING_MET)
        return RULING_MET;
    if (rank_ruling_share(surely, n, share) == RULING_MISSED)
        return RULING_MISSED;
    return RULING_UNCLEAR;
}
