/**
 * All reads of the app go through this file (DESIGN style 11). Query keys come from path and input, every read is fresh for 5 minutes, and any
 * acknowledged write marks all of them stale (CONST-01, F2). Answers are also kept in the saved reads of this tablet.
 */
import { hashKey, type Query, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { CallError, NoAnswer } from '../callError.ts';
import { contactStore } from '../online.ts';
import { plainServer } from '../server/plainServer.ts';
import { isPlain } from '../server/shown.ts';
import { callApi, callPath } from '../transport.ts';
import type { LongRows } from './longRows.ts';
import { pressPainted } from './pressPainted.ts';

/** How long a read is fresh, ms (CONST-01). */
export const FRESH_MS = 5 * 60 * 1_000;

/** How one read goes about its saved answer and the network. */
export interface ReadWays<T> {
  /** Gets an answer that came after the saved one was returned. */
  late?: (answer: SavedAnswer<T>) => void;
  /** Gets a refusal that came after the saved answer was returned at once (`copyFirst`). */
  refused?: () => void;
  /** The rows of a long answer are parsed only when they are used (longRows.ts). */
  asLooked?: boolean;
  /** Waits for the network however long it takes, for reads that are made to be saved. */
  patient?: boolean;
  /** Returns the saved answer at once where there is one, and reads from the network meanwhile. */
  copyFirst?: boolean;
}

/** Stores reads beyond this page. The app sets it once, so that Dexie is not in the first load. */
export interface ReadStore {
  /** Reads from the network, or returns the saved answer if none comes in time. */
  through<T>(key: readonly unknown[], read: () => Promise<T>, ways?: ReadWays<T>): Promise<SavedAnswer<T>>;
  /** Marks every saved row stale; none is deleted (SYNC rule 6). */
  stale(): Promise<void>;
  clear(): Promise<void>;
}

/** The data of a query: the answer, its time (epoch ms), and whether it is the saved copy because no answer came. */
export interface SavedAnswer<T> {
  data: T;
  at: number;
  copy: boolean;
  /** A record that is stored as a row of a list alone (storedRow.ts). */
  listed?: true;
  /** A search in stored rows alone (storedSearch.ts): how many rows are stored, and how many the list has. */
  searched?: { rows: number; of: number };
}

let savedReads: ReadStore | null = null;

export function setReadStore(store: ReadStore): void {
  savedReads = store;
}

/** true: the read timed out. On a connection that hangs, a second try would take another half minute before a screen can report it. */
const hadItsTime = ({ cause }: Error) => cause instanceof DOMException && cause.name === 'TimeoutError';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 30 * 60 * 1_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => !(error instanceof CallError) && !hadItsTime(error) && navigator.onLine && count < 1,
      retryDelay: 400,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Once there is contact again, reads without an answer are repeated (B11): at once if on screen, else when they are used. By its age alone a saved
// copy would stay for five minutes more, and an error until the user acts. When the server's store was restored (SYNC rule 35), all reads are
// repeated.
let contact = contactStore.read();
/** When a read last timed out, epoch ms. On a connection too slow for it, the read would otherwise be repeated again and again. */
const hung = new Map<string, number>();
contactStore.subscribe(() => {
  const before = contact;
  contact = contactStore.read();
  if (before.storeEpoch && before.storeEpoch !== contact.storeEpoch) return void invalidateAll();
  if (before.online || !contact.online) return;
  const unanswered = ({ queryKey, state: { data, error } }: Query) =>
    (error instanceof NoAnswer || (data as SavedAnswer<unknown> | undefined)?.copy === true) &&
    Date.now() - (hung.get(hashKey(queryKey)) ?? 0) > FRESH_MS;
  // Requests under way are not cancelled.
  void queryClient.invalidateQueries({ predicate: unanswered }, { cancelRefetch: false });
});

/**
 * For queries whose screen only shows: the first read of a page draws the saved copy at once, and the answer replaces it (decision 0930). A form or an act
 * whose input rests on the answer does without it.
 */
export const copyFirst = { meta: { copyFirst: true } } as const;

/** How a query was made: `copyFirst` above, or `patient` (ReadWays). */
type Meta = Readonly<Record<string, unknown>> | undefined;

export async function through<T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  meta: Meta,
  asLooked = false,
): Promise<SavedAnswer<T>> {
  const timed = async () => {
    const name = hashKey(key);
    try {
      await pressPainted();
      const answer = await read();
      hung.delete(name);
      return answer;
    } catch (error) {
      if (error instanceof Error && hadItsTime(error)) hung.set(name, Date.now());
      throw error;
    }
  };
  const isShown = () => queryClient.getQueryData<SavedAnswer<T>>(key)?.copy === true;
  if (savedReads)
    return savedReads.through(key, timed, {
      // The answer replaces only a saved copy: a later read, or a cleared cache, is newer.
      late: (answer) => void (isShown() && queryClient.setQueryData<SavedAnswer<T>>(key, answer)),
      // The next read finds data in memory, so it waits for the answer and shows the refusal.
      refused: () => void (isShown() && queryClient.invalidateQueries({ queryKey: key, exact: true })),
      asLooked,
      patient: meta?.patient === true,
      // Data in memory is already drawn, and newer than its copy.
      copyFirst: meta?.copyFirst === true && queryClient.getQueryData(key) === undefined,
    });
  return { data: await timed(), at: Date.now(), copy: false };
}

/** The reads whose answers grow with the catalogue. */
const LONG = new Set([
  'product/read_all',
  'warehouse_product/read_by_warehouse',
  'distributor_product/read_by_distributor',
  'seller_product/read_by_seller',
]);

/** true: the answer may be long. One page of a list never is. A long answer is not compared with the previous one row by row. */
const isLong = (path: string, input: Readonly<Record<string, unknown>>) => LONG.has(path) && input.page === undefined;

/** The query options of a call. */
export function queryFor<In extends Fields, Out>(call: Call<In, Out>, input: Sendable<In>) {
  const queryKey = [call.path, input] as const;
  const long = isLong(call.path, input);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, meta }) => through(queryKey, () => callApi(call, input, { signal, long }), meta),
    structuralSharing: !long,
  });
}

/** An answer whose long list is LongRows, parsed only when it is used. */
type AsLooked<Out> = { [Field in keyof Out]: Out[Field] extends (infer Row)[] ? Row[] | LongRows<Row> : Out[Field] };

/** Like {@link queryFor}, for an answer as long as the catalogue that is never needed whole at once. */
export function lazyQuery<In extends Fields, Out>(call: Call<In, Out>, input: Sendable<In>) {
  const queryKey = [call.path, input] as const;
  const read = (signal: AbortSignal) => callApi(call, input, { signal, long: 'as-looked' }) as Promise<AsLooked<Out>>;
  return queryOptions({
    queryKey,
    queryFn: ({ signal, meta }) => through(queryKey, () => read(signal), meta, true),
    structuralSharing: false,
  });
}

/** One page of a model's list, as the URL asks for it. */
export interface PageOf<M> {
  rows: RowOf<M>[];
  total: number;
  page: number;
  per_page: number;
  /** Of all rows that the filters let through, if they were asked for (`sums` of the model). Money is naira text. */
  sums?: Readonly<Record<string, string>>;
}

function pathQuery<T>(method: 'GET' | 'POST', path: string, input: Readonly<Record<string, unknown>>) {
  const queryKey = [path, input] as const;
  const long = isLong(path, input);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, meta }) => {
      // The whole list is the saved read of which a page is a part.
      if (input.page !== undefined && isPlain())
        return (await (await plainServer()).plainPage(path, input)) as SavedAnswer<T>;
      return through(queryKey, () => callPath(method, path, input, { signal, long }) as Promise<T>, meta);
    },
    structuralSharing: !long,
  });
}

/** The query of one page of `{model}/read_all` (API.md 1.5). */
export function pageQuery<M extends Model>(model: M, input: Readonly<Record<string, unknown>>) {
  return pathQuery<PageOf<M>>('GET', `${model.name}/read_all`, input);
}

/** The query of all rows that the user may see, for pickers and the offline copy. */
export function allQuery<M extends Model>(model: M) {
  return pathQuery<RowOf<M>[]>('GET', `${model.name}/read_all`, {});
}

/** The query of one row by id; the answer is a list of one. */
export function oneQuery<M extends Model>(model: M, id: string) {
  return pathQuery<[RowOf<M>]>('GET', `${model.name}/read`, { _id: id });
}

/** The query of rows by a link to another record: `linkedQuery(brand, 'manufacturer_id', id)` calls brand/read_by_manufacturer. */
export function linkedQuery<M extends Model>(model: M, field: string, id: string) {
  return pathQuery<RowOf<M>[]>('POST', `${model.name}/read_by_${field.replace(/_id$/, '')}`, { [field]: id });
}

/** The longest time, in ms, that an answered write waits for the reads on the screen. */
const SETTLE_MS = 1_000;

/** The reads after an acknowledged write. No promise rejects, because the write is stored. */
interface ReadsAnew {
  /** Resolves when all reads are marked and those on the screen are sent again. */
  marked: Promise<void>;
  /** Resolves when the reads on the screen are done, at the latest after SETTLE_MS. */
  soon: Promise<void>;
  /** Resolves when the reads on the screen are done, however long a slow connection takes. */
  all: Promise<void>;
}

/** Marks all reads stale and reads those on the screen again; nothing is deleted. */
export function readAnew(): ReadsAnew {
  let over: Promise<void> | undefined;
  const marked = (async () => {
    await savedReads?.stale();
    over = queryClient.invalidateQueries();
  })().catch(() => undefined);
  const all = marked.then(() => over).catch(() => undefined);
  return { marked, all, soon: Promise.race([all, new Promise<void>((go) => setTimeout(go, SETTLE_MS))]) };
}

/**
 * Takes answers that came with the answer of another call, by their paths; each is of a read with the fields `{}`. Screens draw them at once, and the tablet
 * stores them like answers of their own.
 */
export function takeReads(answers: Readonly<Record<string, unknown>>): void {
  for (const [path, data] of Object.entries(answers)) {
    const key = [path, {}] as const;
    queryClient.setQueryData<SavedAnswer<unknown>>(key, { data, at: Date.now(), copy: false });
    void savedReads?.through(key, async () => data).catch(() => undefined);
  }
}

/**
 * Marks all reads stale after an acknowledged write. Resolves when those on the screen are read again, at the latest after SETTLE_MS: on a fast
 * connection a form closes over its new row, and a lost one, which holds a read until it is back, never keeps a form busy. A press on an old row
 * gets 409 and has no effect.
 */
export function invalidateAll(): Promise<void> {
  return readAnew().soon;
}

/** After a conflict with another user's change, reads the current data, so that the next submit is based on it (B12.5). */
export async function readOnConflict(error: unknown): Promise<void> {
  if (error instanceof CallError && error.word === 'conflict') await invalidateAll();
}

/** Deletes all reads at sign-out, so that the next user sees none of them (SEC-19). */
export async function forgetReads(): Promise<void> {
  queryClient.clear();
  await savedReads?.clear();
}

/**
 * Starts all reads over when the user sees other rows from now on (another role, another hub): nothing read before is shown again (B10.4a). The
 * disk is cleared before `enter`: if the page is closed in between, the next start finds the old profile and gets the change from the server again.
 */
export async function startReadsOver(enter: () => Promise<void>): Promise<void> {
  await savedReads?.clear();
  await enter();
  await queryClient.resetQueries();
}

export type ModelCall = 'create' | 'signup' | 'update' | 'set_status' | 'delete' | 'restore';

/** Writes a model by a generic call. Resolves with the envelope's data; rejects with CallError or NoAnswer. */
export async function writeModel(
  model: Model,
  call: ModelCall,
  input: Readonly<Record<string, unknown>>,
  key: string,
): Promise<unknown> {
  const data = await callPath('POST', `${model.name}/${call}`, input, { key, write: true });
  await invalidateAll();
  return data;
}
