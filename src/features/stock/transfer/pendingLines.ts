/**
 * Lines that the list shows before they are on the disk. A line appears when the person presses the key, with the word "Saving". It is written to the
 * disk after the list was painted. Changes are written one after another, in their order.
 */
import { afterPaint } from '#client/afterPaint.ts';
import { koboOf, parseMoney } from '#domain/money.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { atOf, byName, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';

export interface PendingLine {
  /** Null: the line is removed. */
  line: TransferLine | null;
  /** `saving`: the line is being written to the disk. `unsaved`: the disk refused the line, which stays in the list for another try. */
  state: 'saving' | 'unsaved';
}

/** The pending lines by product id. */
export type Pending = ReadonlyMap<string, PendingLine>;

/** A change of one line, and the state of the server's row that the person saw. */
export interface LineChange {
  productId: string;
  line: TransferLine | null;
  at: LineRevision;
}

/** The time in ms after which a stored line counts as removed if a new read of the transfer lacks it. */
const UNSEEN_MS = 1_000;
/** The longest wait for a paint before writing to the disk, in ms, because a page in the background does not paint. */
const UNPAINTED_MS = 100;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    afterPaint(resolve);
    setTimeout(resolve, UNPAINTED_MS);
  });

/**
 * `show` is called with each new state. `read` resolves when the disk was read. While the disk is busy, the transfer may lack stored lines, so the
 * list keeps them. `rest` resolves when the list was painted.
 */
export function makePendingLines(
  show: (pending: Pending) => void,
  read: () => Promise<unknown>,
  rest: () => Promise<void> = painted,
) {
  let pending: Pending = new Map();
  let stored = new Set<PendingLine>();
  let seen: readonly LineView[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const waiting: (() => void)[] = [];

  const put = (changes: readonly [string, PendingLine | null][]) => {
    if (changes.length === 0) return;
    const next = new Map(pending);
    for (const [productId, one] of changes)
      if (one) next.set(productId, one);
      else next.delete(productId);
    pending = next;
    show(pending);
    for (const resolve of waiting.splice(0)) resolve();
  };
  const inTransfer = (productId: string) => lineIn(seen, productId);
  /** The entries that a transfer with these lines shows itself. */
  const shownBy = (lines: readonly LineView[], among: Pending) =>
    [...among].filter(([id, one]) => stored.has(one) && isSame(lineIn(lines, id), one.line));
  /** Drops the lines that the transfer itself has now. */
  const look = () => {
    put(shownBy(seen, pending).map(([id]) => [id, null]));
    const left = new Set(pending.values());
    stored = new Set([...stored].filter((one) => left.has(one)));
  };
  /** Drops these entries, except where a newer entry of the product replaced them. */
  const release = (mine: ReadonlyMap<string, PendingLine>) =>
    put([...mine].filter(([id, one]) => pending.get(id) === one).map(([id]) => [id, null]));

  return {
    /** What of `among` is still to be laid over a transfer with these lines: `among` itself if all of it is. */
    left(lines: readonly LineView[], among: Pending): Pending {
      const shown = new Set(shownBy(lines, among).map(([id]) => id));
      return shown.size === 0 ? among : new Map([...among].filter(([id]) => !shown.has(id)));
    },
    /** Called after the transfer was read, with its lines without the pending ones. */
    saw(lines: readonly LineView[]): void {
      seen = lines;
      look();
    },
    /** The line of a product as the list shows it: the pending one, otherwise that of the transfer. Undefined: there is none. */
    shown(productId: string): PendingLine | LineView | undefined {
      return pending.get(productId) ?? inTransfer(productId);
    },
    /**
     * Shows the changes at once, and runs `work` after the earlier changes are written. `work` receives the changes with the newest revisions of the
     * server's rows. Resolves with the result of `work`. `null` or `false` means that nothing was saved, and the list returns to its former state.
     * Rejects with the error of `work`.
     */
    async write<T>(changes: readonly LineChange[], work: (changes: readonly LineChange[]) => Promise<T>): Promise<T> {
      const again = new Set(changes.filter(({ productId }) => pending.has(productId)));
      const mine = new Map<string, PendingLine>(
        changes.map(({ productId, line }) => [productId, { line, state: 'saving' as const }]),
      );
      put([...mine]);
      const before = turn;
      const run = async () => {
        await rest();
        await before;
        // The server may have answered the first of two changes of a product, so the revision is renewed.
        return work(
          changes.map((one) => {
            const line = again.has(one) ? inTransfer(one.productId) : undefined;
            return line ? { ...one, at: atOf(line) } : one;
          }),
        );
      };
      const done = run();
      turn = done.catch(() => undefined);
      try {
        const result = await done;
        if (result === false || result === null) release(mine);
        else {
          for (const one of mine.values()) stored.add(one);
          look();
          const soon = () => void setTimeout(() => release(mine), UNSEEN_MS);
          read().then(soon, soon);
        }
        return result;
      } catch (error) {
        release(mine);
        throw error;
      }
    },
    /** Keeps a line in the list that the disk refused. */
    keep: (line: TransferLine) => put([[line.product_id, { line, state: 'unsaved' }]]),
    /** Drops a line that the disk refused. Returns true if the transfer itself has no such line. */
    forget(productId: string): boolean {
      if (pending.get(productId)?.state === 'unsaved') put([[productId, null]]);
      return !pending.has(productId) && inTransfer(productId) === undefined;
    },
    /** Waits until all changes are written. Resolves with false if the disk refused a line, which the list shows. */
    async settled(): Promise<boolean> {
      while (pending.size > 0) {
        if ([...pending.values()].some(({ state }) => state === 'unsaved')) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      await turn;
      return true;
    },
  };
}

const lineIn = (lines: readonly LineView[], productId: string) => lines.find((one) => one.product_id === productId);

/** `next`, or `now` if it has the same entries. */
export const keptPending = (now: Pending, next: Pending): Pending =>
  now.size === next.size && [...next].every(([id, one]) => now.get(id) === one) ? now : next;

export type PendingLines = ReturnType<typeof makePendingLines>;

function isSame(shown: LineView | undefined, line: TransferLine | null): boolean {
  if (!shown || !line) return !shown && !line;
  return (
    shown.quantity === line.quantity &&
    shown.quantity_accepted === line.quantity_accepted &&
    shown.amount === koboOf(line.amount) &&
    shown.reason === line.reason &&
    shown.note === line.note &&
    (shown.lots ?? '') === (line.lots ?? shown.lots ?? '')
  );
}

/** The transfer with the pending lines applied. The digest stays that of the stored lines. */
export function withPending(view: TransferView, pending: Pending): TransferView {
  if (pending.size === 0) return view;
  const before = new Map(view.lines.map((line) => [line.product_id, line]));
  const kept = view.lines.filter((line) => pending.get(line.product_id)?.line !== null);
  const lines = kept.map((line) => {
    const one = pending.get(line.product_id);
    return one?.line ? pendingView(one.line, one.state, line) : line;
  });
  const added = [...pending].flatMap(([id, { line, state }]) =>
    line && !before.has(id) ? [pendingView(line, state, undefined)] : [],
  );
  if (added.length > 0) lines.push(...added);
  return {
    ...view,
    lines: added.length > 0 ? lines.sort(byName) : lines,
    total: lines.reduce((sum, line) => sum + line.amount, 0),
    units: lines.reduce((sum, line) => sum + movedQuantity(line), 0),
  };
}

function pendingView(line: TransferLine, state: PendingLine['state'], under: LineView | undefined): LineView {
  const { about, ...figures } = line;
  return {
    ...figures,
    name: about.name,
    case_count: about.case_count,
    amount: koboOf(line.amount),
    rate: parseMoney(line.rate ?? ''),
    item_id: under?.item_id ?? null,
    version: under?.version ?? null,
    state,
    waitingFor: null,
    message: null,
    op: under?.op ?? null,
    revision: under?.revision ?? 0,
  };
}
