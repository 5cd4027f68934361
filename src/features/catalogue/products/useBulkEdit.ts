/** Bulk editing of products: reads what the filter shows, checks every row on the server, then writes the rows that passed. */

import { useState } from 'react';
import { type BulkRow, writeRows } from '#client/bulk.ts';
import { callPath } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { product } from '#contract/catalogue/product.ts';
import type { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { parseMoney } from '#domain/money.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';

export type Target = { of: 'product' } | { of: 'hub'; hub: string };
type Change = { status?: string; price?: string };

export interface EditRow {
  /** The id of the product or the seller product. */
  _id: string;
  name: string;
  version: number;
  key: string;
  before: Change;
  change: Change | null;
  /** Why the row cannot be changed. Null: the row can be changed, or was changed. */
  problem: string | null;
}

type Phase = 'none' | 'trying' | 'tried' | 'writing' | 'done';
type ChangeOf = (row: { price: number | null }) => Change | null;

export function useBulkEdit(input: Readonly<Record<string, unknown>>) {
  const [rows, setRows] = useState<readonly EditRow[]>([]);
  const [phase, setPhase] = useState<Phase>('none');
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (target: Target, list: readonly EditRow[], commit: boolean): Promise<EditRow[]> => {
    const path = `${target.of === 'product' ? 'product' : 'seller_product'}/update_bulk`;
    const body = list.map(
      (row): BulkRow => ({ key: row.key, fields: { _id: row._id, ...row.change, base_version: String(row.version) } }),
    );
    const { verdicts } = await writeRows(path, { commit: String(commit) }, body);
    return list.map((row) => {
      const verdict = verdicts.get(row.key);
      return { ...row, problem: verdict?.code === 200 ? null : (verdict?.message ?? 'The server did not answer.') };
    });
  };
  return {
    rows,
    phase,
    progress,
    problem,
    reset: () => {
      setRows([]);
      setPhase('none');
      setProblem(null);
    },
    async tryOut(target: Target, changeOf: ChangeOf) {
      setPhase('trying');
      setProblem(null);
      try {
        const read = await readRows(target, input, setProgress);
        const wanted = read
          .map((row) => ({ ...row, change: changeOf({ price: parseMoney(row.before.price ?? '') }) }))
          .map((row) => ({ ...row, before: shownOf(row.before, row.change) }))
          .filter((row) => row.change === null || differs(row.before, row.change));
        setProgress('Checking…');
        const some = wanted.filter((row) => row.change !== null);
        setRows(some.length > 0 ? await send(target, some, false) : []);
        setPhase('tried');
      } catch (error) {
        setProblem(messageFor(error));
        setPhase('none');
      } finally {
        setProgress(null);
      }
    },
    async write(target: Target) {
      setPhase('writing');
      setProblem(null);
      try {
        const done = await send(
          target,
          rows.filter((row) => row.problem === null),
          true,
        );
        setRows([...rows.filter((row) => row.problem !== null), ...done]);
        setPhase('done');
      } catch (error) {
        // The keys stay, so pressing again sends the same changes, and none is written twice.
        setProblem(messageFor(error));
        setPhase('tried');
      }
    },
  };
}

const shownOf = (before: Change, change: Change | null): Change =>
  change?.status === undefined ? { price: before.price ?? '' } : { status: before.status ?? '' };

const differs = (before: Change, change: Change) =>
  change.status === undefined
    ? parseMoney(before.price ?? '') !== parseMoney(change.price ?? '')
    : before.status !== change.status;

async function readRows(
  target: Target,
  input: Readonly<Record<string, unknown>>,
  tell: (text: string) => void,
): Promise<EditRow[]> {
  const hub = target.of === 'hub' ? target.hub : null;
  const own = hub
    ? new Map(
        (
          (await callPath('POST', 'seller_product/read_by_seller', { seller_id: hub })) as RowOf<typeof sellerProduct>[]
        ).map((row) => [row.product_id, row]),
      )
    : null;
  const rows: EditRow[] = [];
  for (let page = 1; ; page += 1) {
    const answer = (await callPath('GET', `${product.name}/read_all`, {
      ...input,
      ...(hub ? { seller_id: [hub] } : {}),
      page,
      per_page: MAX_PER_PAGE,
    })) as { rows: ProductRow[]; total: number };
    for (const row of answer.rows) {
      const of = own ? own.get(row._id) : row;
      if (!of) continue;
      const before: Change = { status: of.status, ...(of.price === undefined ? {} : { price: of.price }) };
      rows.push({
        _id: of._id,
        name: row.name,
        version: of.version,
        key: newUuid(),
        before,
        change: null,
        problem: null,
      });
    }
    tell(`Reading ${(page - 1) * MAX_PER_PAGE + answer.rows.length} of ${answer.total}…`);
    if (page * MAX_PER_PAGE >= answer.total || answer.rows.length === 0) return rows;
  }
}
