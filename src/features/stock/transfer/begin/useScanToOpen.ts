/** A scan on the first screen of a kind opens a transfer: by its reference, or by a product that only one expected transfer has. */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { type PageOf, queryClient, queryFor } from '#client/reads/queries.ts';
import { get } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { type RowOf, rowSchema } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useGo } from '#crud/address.ts';
import { codeIndex } from '#domain/barcode.ts';
import { readGs1 } from '#domain/gs1.ts';
import { isPurchaseOrderRef } from '#domain/orderRef.ts';
import { plural } from '#domain/plural.ts';
import { KINDS, type KindFacts, kindOf } from '#domain/transfer.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { findInCatalogue } from '../../parts/catalogue.ts';
import { expectedQuery, linesQuery } from '../../parts/ready/expectedList.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { signal } from '../../parts/signals.ts';
import { useWedge } from '../../scan/useWedge.ts';
import type { Expected } from './expected.ts';
import { WORDS } from './words.ts';

type Row = RowOf<typeof purchaseOrder>;

const byRef = get('purchase_order/read_by_ref', {
  input: { ref: text('Ref') },
  output: rowSchema(purchaseOrder),
  allow: 'any',
});

const NONE: ReadonlySet<string> = new Set();
/** The longest pause in ms between two keys of a reference that a person types. */
const TYPING_MS = 3_000;
/** The most cards whose lines are read from the server, one after another, if this tablet does not have them. */
const MOST_READ = 8;

interface Scanned {
  /** The ids of the cards that have the scanned product, if several have it. */
  found: ReadonlySet<string>;
  /** The last scan, if it opened no transfer. */
  refused: RefusedScan | null;
}

/** `words`: why the scan opened nothing. `nth`: the number of the scan, because two scans may fail for the same reason. */
export interface RefusedScan {
  words: string;
  nth: number;
}

/** `cards`: null until they are known. */
export function useScanToOpen(kind: KindFacts, cards: readonly Expected[] | null): Scanned {
  const go = useGo();
  const [found, setFound] = useState(NONE);
  const [refused, setRefused] = useState<RefusedScan | null>(null);
  const openRow = async (row: Row) => {
    signal('good');
    const is = kindOf(row.source_type, row.destination_type);
    if (row.tag !== 'purchase_order' || is === 'transfer') return go(`/purchase-orders/${row._id}`);
    const { type, direction } = KINDS[is];
    await go(`/inventory/${type}/${direction}`, { search: searchOf(row._id, row.item_count, row.goods?.begun) });
  };
  const refuse = (words: string) => {
    signal('bad');
    setRefused((before) => ({ words, nth: (before?.nth ?? 0) + 1 }));
  };
  const onScan = async (sent: string) => {
    // An open dialog must be answered first.
    if (document.querySelector('[data-dialog]')) return signal('bad');
    setFound(NONE);
    const ref = sent.toUpperCase();
    if (isPurchaseOrderRef(ref)) {
      const row = await findByRef(kind, ref);
      if (row === null) return refuse(`No transfer has the reference ${ref}.`);
      if (row === undefined) return refuse(`${ref} is not on this tablet yet, and the server does not answer.`);
      return openRow(row);
    }
    const code = readGs1(sent, new Date().getUTCFullYear())?.gtin ?? sent;
    const { name, ids } = await transfersWith(code, cards ?? []);
    const [only] = ids;
    if (only && ids.length === 1) {
      const card = cards?.find(({ id }) => id === only);
      signal('good');
      return go(`/inventory/${kind.type}/${kind.direction}`, { search: searchOf(only, card?.lines ?? 0, card?.begun) });
    }
    const words = WORDS[kind.kind];
    if (ids.length === 0)
      return refuse(
        name === null
          ? `No product here has the code ${code}. ${words.firstWho}`
          : `${name} ${words.notIn} ${words.firstWho}`,
      );
    signal('good');
    setRefused(null);
    setFound(new Set(ids));
    toast('info', `${name} is in ${plural(ids.length, '# transfer', '# transfers')}. Choose one.`);
  };
  useWedge({ onScan: (code) => void onScan(code), onBegin: (_resumes, remember) => remember(), isKnown: () => false });
  useTypedRef((ref) => void onScan(ref));
  return { found, refused };
}

const searchOf = (id: string, lines: number, begun = false) => ({
  purchase_order_id: id,
  ...(lines > 0 && !begun && { count: 'on' }),
});

/**
 * The transfer with a reference: from the saved lists, the list of this kind first, otherwise from the server. Null: there is none. Undefined: it
 * cannot be found out now.
 */
async function findByRef(kind: KindFacts, ref: string): Promise<Row | null | undefined> {
  const reads = await savedHere();
  for (const one of [kind, ...Object.values(KINDS).filter((other) => other !== kind)]) {
    const list = await reads.savedCopy<PageOf<typeof purchaseOrder>>(expectedQuery(one).queryKey);
    const row = list?.data.rows.find((listed) => listed.ref === ref);
    if (row) return row;
  }
  try {
    return (await queryClient.fetchQuery(queryFor(byRef, { ref }))).data as Row;
  } catch (error) {
    return error instanceof CallError && error.code === 404 ? null : undefined;
  }
}

/** The cards that have the product of a code, and the product's name. Null: no product has the code. */
async function transfersWith(
  code: string,
  cards: readonly Expected[],
): Promise<{ name: string | null; ids: string[] }> {
  const reads = await savedHere();
  const ids: string[] = [];
  let name: string | null = null;
  let read = 0;
  for (const { id, own } of cards) {
    // A transfer that began on this tablet was not announced.
    if (own) continue;
    let kept = await reads.savedCopy<[Row]>(linesQuery(id).queryKey);
    if (!kept && read < MOST_READ) {
      read += 1;
      kept = await queryClient.fetchQuery(linesQuery(id)).catch(() => null);
    }
    const items = (kept?.data[0]?.items ?? []) as PurchaseOrderItem[];
    const [hit] = codeIndex(items, (item) => item.product).find(code);
    if (!hit) continue;
    ids.push(id);
    name = hit.product.name;
  }
  if (ids.length > 0) return { name, ids };
  const [hit] = await findInCatalogue(code);
  return { name: hit?.product.name ?? null, ids };
}

/** Collects a reference that a person types while no field has the focus, until Enter. */
function useTypedRef(onRef: (ref: string) => void): void {
  const latest = useRef(onRef);
  useEffect(() => {
    latest.current = onRef;
  });
  useEffect(() => {
    let typed = '';
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      if (isField || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (event.key === 'Enter') {
        const ref = typed.slice(typed.toUpperCase().lastIndexOf('PO-'));
        typed = '';
        if (!isPurchaseOrderRef(ref.toUpperCase())) return;
        event.preventDefault();
        latest.current(ref);
      } else if (event.key.length === 1) {
        typed = (event.timeStamp - last > TYPING_MS ? '' : typed) + event.key;
        last = event.timeStamp;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
