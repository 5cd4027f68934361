/** What `npm test` asks of a long table, and `npm run prove -- --only=texts` (`KASUWA_EACH=1`) of all of it. */
const EACH = process.env.KASUWA_EACH === '1';

/** How many shares there are. */
const SHARES = 3;

/** A third of the entries: each is in the share of one of three neighbouring rows of a table. All of them in the long proof. `at`: the row's place. */
export const shareOf = <T>(all: readonly T[], at: number): readonly T[] =>
  EACH ? all : all.filter((_, place) => (place + at) % SHARES === 0);
