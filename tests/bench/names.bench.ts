/** The search of the command bar without the server among 36,000 stored names (decision 1510): how long one key press takes. Goal: 60 ms at most. */
import { type StoredRecord, storedFor, withNames } from '#app/command/found/storedSearch.ts';
import { addWords } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';

const ROWS = Number(process.env.ROWS ?? 36_000);
const KINDS = ['Noodles', 'Sachet', 'Milk Powder', 'Tomato Paste', 'Seasoning Cubes', 'Biscuit', 'Détergent'];
const records = Array.from({ length: ROWS }, (_, n): StoredRecord => {
  const title = `${KINDS[n % KINDS.length]} ${(n * 7_919) % 36_000} ${n % 90} g`;
  const note = `OFF-${n}`;
  return {
    record: { model: 'product', _id: `p${n}`, title, note },
    folded: searchable(`${title} ${note} Brand ${n % 500}`),
    openedAt: 0,
  };
});
const words = new Set<string>();
for (const { folded } of records) addWords(words, folded);
const stored = withNames([], { records, words });

let worst = 0;
for (const text of [
  's',
  'sach',
  'sahcet 20',
  'tomato pste',
  'milk powder 90 g',
  'nothing of this',
  'noodels',
  'sahcet wuse',
]) {
  const times = Array.from({ length: 20 }, () => {
    const since = performance.now();
    storedFor(stored, text);
    return performance.now() - since;
  }).toSorted((a, b) => a - b);
  const median = times[10] ?? 0;
  worst = Math.max(worst, median);
  console.log(`"${text}": ${median.toFixed(1)} ms`);
}
console.log(
  `${worst <= 60 ? 'ok' : 'TOO SLOW'}: ${worst.toFixed(1)} ms at most for a key press among ${ROWS} names (goal 60 ms)`,
);
