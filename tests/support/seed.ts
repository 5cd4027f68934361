/**
 * Property tests draw the same values in every run, so that a red run is red again and a green one says something about the code, not about
 * luck. Who asks for more of them (`FUZZ`, `FUZZ_RUNS`, `npm run prove`) or says `FUZZ_SEED=random` looks for
 * new ones; `FUZZ_SEED=n` repeats what such a run printed.
 */
import fc from 'fast-check';

const { FUZZ, FUZZ_RUNS, FUZZ_SEED } = process.env;
const seed = FUZZ_SEED ?? (FUZZ || FUZZ_RUNS ? 'random' : '20261122');
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
