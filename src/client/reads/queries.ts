/**
 * The only door to reads (DESIGN style 11): keys come from the path and the input, every read is fresh for 5 minutes, any acknowledged
 * write marks all of them stale (CONST-01, F2). Rows survive in the saved reads of this tablet.
 */
import { hashKey, type Query, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '#contract/call.ts';
import type { Fields, Sendable } from '#contract/fields.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { CallError, NoAnswer } from '../callError.ts';
import { contactStore } from '../online.ts';
import { callApi, callPath } from '../transport.ts';
import type { LongRows } from './longRows.ts';

/** CONST-01. */
export const FRESH_MS = 5 * 60 * 1_000;

/** Keeps a read beyond this page: set once by the app, so that Dexie is not in the first load. */
export interface ReadStore {
  /**
   * Reads through: the network, or the saved row when there is no answer or none in good time. `late` is told the answer that came after the
   * saved row was given. `asLooked`: the rows of a long one are read when they are looked at (longRows.ts).
   */
  through<T>(
    key: readonly unknown[],
    read: () => Promise<T>,
    late?: (answer: SavedAnswer<T>) => void,
    asLooked?: boolean,
    /** Waits for the answer, however long it takes: for what is read to be kept. */
    patient?: boolean,
  ): Promise<SavedAnswer<T>>;
  /** Marks every saved row stale; none is deleted (SYNC rule 6). */
  stale(): Promise<void>;
  clear(): Promise<void>;
}

/** What a query holds: the answer, when the server gave it (epoch ms), and whether it is the saved copy because no answer came. */
export interface SavedAnswer<T> {
  data: T;
  at: number;
  copy: boolean;
}

let savedReads: ReadStore | null = null;

export function setReadStore(store: ReadStore): void {
  savedReads = store;
}

/** On a line that hangs a second try would be another half a minute before a screen can say so. */
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

// What got no answer is read again once there is contact (B11): on screen at once, else when it is looked at. It was asked a moment ago, so by its
// age alone a copy would stand for five minutes more, and an error until somebody presses.
// Of a store that is gone (SYNC rule 35) nothing stays.
let contact = contactStore.read();
/** When (epoch ms) a read had its whole time without an answer: a line that is too thin for it would be given to it again and again. */
const hung = new Map<string, number>();
contactStore.subscribe(() => {
  const before = contact;
  contact = contactStore.read();
  if (before.storeEpoch && before.storeEpoch !== contact.storeEpoch) return void invalidateAll();
  if (before.online || !contact.online) return;
  const unanswered = ({ queryKey, state: { data, error } }: Query) =>
    (error instanceof NoAnswer || (data as SavedAnswer<unknown> | undefined)?.copy === true) &&
    Date.now() - (hung.get(hashKey(queryKey)) ?? 0) > FRESH_MS;
  // What is being asked just now is not given up for that.
  void queryClient.invalidateQueries({ predicate: unanswered }, { cancelRefetch: false });
});

async function through<T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  asLooked = false,
  patient = false,
): Promise<SavedAnswer<T>> {
  const timed = async () => {
    const name = hashKey(key);
    try {
      const answer = await read();
      hung.delete(name);
      return answer;
    } catch (error) {
      if (error instanceof Error && hadItsTime(error)) hung.set(name, Date.now());
      throw error;
    }
  };
  if (savedReads)
    return savedReads.through(
      key,
      timed,
      (answer) => {
        // Only in the copy's place: what was asked or forgotten since knows more.
        if (queryClient.getQueryData<SavedAnswer<T>>(key)?.copy) queryClient.setQueryData<SavedAnswer<T>>(key, answer);
      },
      asLooked,
      patient,
    );
  return { data: await timed(), at: Date.now(), copy: false };
}

/** Reads whose answer grows with the catalogue. */
const LONG = new Set([
  'product/read_all',
  'warehouse_product/read_by_warehouse',
  'distributor_product/read_by_distributor',
  'seller_product/read_by_seller',
]);

/** A page of a list is never long. What is long is not compared row by row with the answer before it. */
const isLong = (path: string, input: Readonly<Record<string, unknown>>) => LONG.has(path) && input.page === undefined;

/** Query options of a call. */
export function queryFor<In extends Fields, Out>(call: Call<In, Out>, input: Sendable<In>) {
  const queryKey = [call.path, input] as const;
  const long = isLong(call.path, input);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => through(queryKey, () => callApi(call, input, { signal, long })),
    structuralSharing: !long,
  });
}

/** An answer whose list, where it is long, is known by its ids and read as it is looked at. */
type AsLooked<Out> = { [Field in keyof Out]: Out[Field] extends (infer Row)[] ? Row[] | LongRows<Row> : Out[Field] };

/** As {@link queryFor}, for an answer as long as the catalogue that is never needed whole at once. */
export function lazyQuery<In extends Fields, Out>(call: Call<In, Out>, input: Sendable<In>) {
  const queryKey = [call.path, input] as const;
  const read = (signal: AbortSignal) => callApi(call, input, { signal, long: 'as-looked' }) as Promise<AsLooked<Out>>;
  return queryOptions({
    queryKey,
    queryFn: ({ signal, meta }) => through(queryKey, () => read(signal), true, meta?.patient === true),
    structuralSharing: false,
  });
}

/** One page of a model's list, as the URL asks for it. */
export interface PageOf<M> {
  rows: RowOf<M>[];
  total: number;
  page: number;
  per_page: number;
}

function pathQuery<T>(method: 'GET' | 'POST', path: string, input: Readonly<Record<string, unknown>>) {
  const queryKey = [path, input] as const;
  const long = isLong(path, input);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, meta }) =>
      through(
        queryKey,
        () => callPath(method, path, input, { signal, long }) as Promise<T>,
        false,
        meta?.patient === true,
      ),
    structuralSharing: !long,
  });
}

/** API.md 1.5: one page of `{model}/read_all`. */
export function pageQuery<M extends Model>(model: M, input: Readonly<Record<string, unknown>>) {
  return pathQuery<PageOf<M>>('GET', `${model.name}/read_all`, input);
}

/** Every row the reader may see: for pickers and the offline copy. */
export function allQuery<M extends Model>(model: M) {
  return pathQuery<RowOf<M>[]>('GET', `${model.name}/read_all`, {});
}

/** One row by id; the documents' answer is a list of one. */
export function oneQuery<M extends Model>(model: M, id: string) {
  return pathQuery<[RowOf<M>]>('GET', `${model.name}/read`, { _id: id });
}

/** Rows by a link to another record: `linkedQuery(brand, 'manufacturer_id', id)` asks brand/read_by_manufacturer. */
export function linkedQuery<M extends Model>(model: M, field: string, id: string) {
  return pathQuery<RowOf<M>[]>('POST', `${model.name}/read_by_${field.replace(/_id$/, '')}`, { [field]: id });
}

/** After an acknowledged write: everything is stale, nothing is deleted. */
export async function invalidateAll(): Promise<void> {
  await savedReads?.stale();
  await queryClient.invalidateQueries();
}

/** B12.5: refused for what somebody else changed meanwhile; that is read, so that the next press is about what stands there now. */
export async function readOnConflict(error: unknown): Promise<void> {
  if (error instanceof CallError && error.word === 'conflict') await invalidateAll();
}

/** Signing out: the next person sees nothing of this one's reads (SEC-19). */
export async function forgetReads(): Promise<void> {
  queryClient.clear();
  await savedReads?.clear();
}

/**
 * The same person sees other rows once he is let in (another role, another hub): nothing that was read before is shown again (B10.4a). What is on the
 * disk goes first: a page that is closed in between finds the profile of before, and hears of it again.
 */
export async function startReadsOver(enter: () => Promise<void>): Promise<void> {
  await savedReads?.clear();
  await enter();
  await queryClient.resetQueries();
}

export type ModelCall = 'create' | 'signup' | 'update' | 'set_status' | 'delete' | 'restore';

/** Writes a model by a generic call; resolves with the envelope's data. */
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
