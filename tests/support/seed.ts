/**
 * Property tests draw the same values in every run, so that a red run is red again and a green one says something about the code, not about
 * luck. `FUZZ_SEED=random` looks for new ones (`npm run prove` does), `FUZZ_SEED=n` repeats what such a run printed.
 */
import fc from 'fast-check';

const asked = process.env.FUZZ_SEED ?? '20261122';
fc.configureGlobal(asked === 'random' ? {} : { seed: Number(asked) });
