/** The names of all records that the person may search, stored on this device for a time without the server (decision 1510). */
import { nextTask } from '#client/nextTask.ts';
import { queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { sessionStore } from '#client/session/state.ts';
import { NAMED, searchNames } from '#contract/search/searchCalls.ts';
import { addWords } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';
import type { SavedReadsOf } from '#offline/reads/savedReads.ts';
import { NO_NAMES, type StoredNames, type StoredRecord } from './storedSearch.ts';

export const namesQuery = () => queryFor(searchNames, {});

/** Stands beside a record of which nothing else is stored. */
export const NAME_ONLY = 'only the name is stored';

/** The number of names that are folded before other tasks of the page get a turn. */
const AT_ONCE = 2_000;

/** The names that were read last. They stay in memory, because each opening of the bar would parse them again. */
let known: (StoredNames & { of: string; at: number }) | null = null;
sessionStore.subscribe(() => {
  if (known && known.of !== sessionStore.read().profile?.user_id) known = null;
});

type NameRow = readonly (string | number)[];

/** A row of the answer as a record of the bar. Null: an older app knows no such model. */
function recordOf([place, _id, title, note, brand, path]: NameRow): StoredRecord | null {
  const model = NAMED[Number(place)];
  if (model === undefined) return null;
  const [name, more] = [String(title), String(note)];
  const pictured = brand === undefined ? {} : { pictured: { brand: String(brand), path: path ? String(path) : null } };
  return {
    record: {
      model,
      _id: String(_id),
      title: name,
      note: more === '' ? NAME_ONLY : `${more}, ${NAME_ONLY}`,
      ...pictured,
    },
    folded: searchable(brand === undefined ? `${name} ${more}` : `${name} ${more} ${brand}`),
    openedAt: 0,
  };
}

/** The stored names; none if no answer is stored. */
export async function storedNames(saved: SavedReadsOf): Promise<StoredNames> {
  const of = sessionStore.read().profile?.user_id ?? '';
  const { queryKey } = namesQuery();
  const at = await saved.savedAt(queryKey);
  if (at === null) return NO_NAMES;
  if (known?.of === of && known.at === at) return known;
  const copy = (await saved.savedCopy(queryKey)) as SavedAnswer<{ rows: readonly NameRow[] }> | null;
  const records: StoredRecord[] = [];
  const words = new Set<string>();
  for (const [n, row] of (copy?.data.rows ?? []).entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await nextTask();
    const record = recordOf(row);
    if (!record) continue;
    records.push(record);
    addWords(words, record.folded);
  }
  if (sessionStore.read().profile?.user_id === of) known = { of, at, records, words };
  return { records, words };
}
