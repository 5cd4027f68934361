/**
 * Property tests use the same values in every run, so that a failure can be repeated and a success does not depend on luck. `FUZZ`, `FUZZ_RUNS`, `npm run
 * prove` and `FUZZ_SEED=random` use new values. `FUZZ_SEED=n` repeats the run that printed this seed.
 */
import fc from 'fast-check';

const { FUZZ, FUZZ_RUNS, FUZZ_SEED } = process.env;
const seed = FUZZ_SEED ?? (FUZZ || FUZZ_RUNS ? 'random' : '20261122');
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
