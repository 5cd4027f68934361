/**
 * Follows changes of open transfers, and compares the home's answer with the saved list of a kind. The tablet can then save announced transfers although
 * nobody opened their list (decision 0900).
 */
import { type PageOf, queryClient, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { type Work, type WorkRow, workToDo } from '#contract/home/workCalls.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { koboOf } from '#domain/money.ts';
import type { WizardKind } from '#domain/transfer.ts';

/**
 * The wait between a change and the comparison, ms. A person who announces a transfer writes its lines one after the other. A random part spreads the
 * reads of a site's tablets.
 */
const SOON_MS = 3_000;
const SPREAD_MS = 3_000;
/** The least time between two comparisons, ms. */
const REST_MS = 20_000;

/** When the stream last said that a transfer changed, epoch ms. */
let changedAt = 0;
let lookedAt = 0;
/** The open transfers in the last answer of the home, as text. */
let shown: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let look: (() => void) | null = null;

export const transfersChangedAt = (): number => changedAt;

/** The work that a person has to do, as the home reads it. */
export const workQuery = queryFor(workToDo, {});

/** Called when the stream of changes names transfers. */
export function transfersChanged(): void {
  changedAt = Date.now();
  lookSoon();
}

/** Calls `then` a few seconds after the stream or an answer of the home shows that open transfers changed, and at most three times a minute. */
export function watchTransfers(then: () => void): void {
  look = then;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== workToDo.path)
      return;
    const answer = event.query.state.data as SavedAnswer<Work[]> | undefined;
    if (!answer || answer.copy) return;
    const now = JSON.stringify(openIn(answer.data) ?? null);
    if (now === shown) return;
    shown = now;
    lookSoon();
  });
  if (changedAt > 0) lookSoon();
}

function lookSoon(): void {
  if (!look || timer !== undefined) return;
  const wait = Math.max(SOON_MS, lookedAt + REST_MS - Date.now()) + SPREAD_MS * Math.random();
  timer = setTimeout(() => {
    timer = undefined;
    lookedAt = Date.now();
    look?.();
  }, wait);
}

const openIn = (work: readonly Work[]): Work | undefined => work.find(({ kind }) => kind === 'open_transfers');

/** The rows of open transfers that the home shows. */
export const openRows = (work: readonly Work[]): readonly WorkRow[] => openIn(work)?.rows ?? [];

/** The number of open transfers of a kind, by the home's answer. */
export const openOfKind = (work: readonly Work[], kind: WizardKind): number => openIn(work)?.kinds?.[kind] ?? 0;

type List = Pick<PageOf<typeof purchaseOrder>, 'rows' | 'total'>;

/** Whether the home's answer differs from the list of a kind. The home has the number of all transfers, and a few rows. */
export function isOtherList(kind: WizardKind, list: List, work: readonly Work[]): boolean {
  if (openOfKind(work, kind) !== list.total) return true;
  const isWhole = list.rows.length >= list.total;
  return openRows(work)
    .filter(({ transfer }) => transfer === kind)
    .some((row) => {
      const listed = list.rows.find(({ _id }) => _id === row._id);
      return listed ? isOther(listed, row) : isWhole;
    });
}

function isOther(listed: List['rows'][number], row: WorkRow): boolean {
  const amount = listed.amount_accepted ?? listed.amount;
  return (
    listed.item_count !== row.lines ||
    listed.timestamp !== row.since ||
    listed.goods?.cases !== row.goods?.cases ||
    listed.goods?.units !== row.goods?.units ||
    (row.amount !== null && koboOf(amount) !== koboOf(row.amount))
  );
}
