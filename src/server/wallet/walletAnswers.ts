/** Reading wallets (B6.1, B6.7): by their owner, and what stands in them. */
import { type RawBuilder, sql } from 'kysely';
import { type LedgerLog, ledgerOfOwner, logsOfLedger, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { MAX_PER_PAGE, MAX_SEARCH } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { canAny, isHubSide, type Permission } from '#domain/permissions.ts';
import { type Answer, answer, type Ctx } from '../answer.ts';
import { wholeNumber } from '../models/list.ts';
import { person } from '../models/rows.ts';
import { notFound, Refusal } from '../refusal.ts';

/** Whose wallets: the table, the word of messages, who may look (B6.7), and whether a phone is kept. */
const OWNERS: Record<WalletHead, { label: string; needs: readonly Permission[]; phone: boolean }> = {
  buyer: { label: 'Buyer', needs: ['view_buyers', 'view_orders'], phone: true },
  sales_officer: { label: 'Sales officer', needs: ['view_sales_officers'], phone: true },
  distributor: { label: 'Distributor', needs: ['view_distributors'], phone: false },
  distributor_officer: { label: 'Distributor officer', needs: ['view_distributor_officers'], phone: true },
};

export interface Owner {
  _id: string;
  name: string;
  phone: string;
}

/** The owner of a wallet; 403 without the permission of his kind, 404 when he is missing or another hub's. */
export async function ownerOf(ctx: Ctx, head: WalletHead, id: string): Promise<Owner> {
  const { label, needs, phone } = OWNERS[head];
  if (!canAny(ctx.who, needs)) throw new Refusal('forbidden');
  const ownHub =
    head === 'sales_officer' && isHubSide(ctx.who.role) ? sql` and seller_id = ${ctx.who.seller_id ?? ''}` : sql``;
  const { rows } = await sql<Owner>`select _id, name, ${phone ? sql`phone` : sql`''`} as phone from ${sql.table(head)}
    where _id = ${id} and deleted_at is null${ownHub}`.execute(ctx.db);
  if (!rows[0]) throw notFound(label);
  return rows[0];
}

export const walletAnswers: Answer[] = [
  answer(ledgerOfOwner, async ({ head, subhead = 'wallet', owner }, ctx) => {
    const owner_object = await ownerOf(ctx, head, owner);
    const { rows } = await sql<{ _id: string; balance_kobo: number }>`select _id, balance_kobo from ledger
      where head = ${head} and subhead = ${subhead} and owner = ${owner}`.execute(ctx.db);
    const balance = rows[0]?.balance_kobo ?? 0;
    return {
      _id: rows[0]?._id ?? '',
      head,
      subhead,
      owner,
      owner_object,
      balance: formatMoney(balance),
      shown_balance: formatMoney(balance === 0 ? 0 : -balance),
      ledger_tags: { virtual_account: null },
    };
  }),
  answer(logsOfLedger, async (input, ctx) => {
    const found = await sql<{ head: WalletHead; owner: string }>`select head, owner from ledger
      where _id = ${input.ledger_id}`.execute(ctx.db);
    const ledger = found.rows[0];
    if (!ledger) throw notFound('Ledger');
    await ownerOf(ctx, ledger.head, ledger.owner);
    const conditions: RawBuilder<unknown>[] = [sql`l.ledger_id = ${input.ledger_id}`];
    if (input.from_timestamp !== undefined) conditions.push(sql`l.created >= ${input.from_timestamp}`);
    if (input.to_timestamp !== undefined) conditions.push(sql`l.created < ${input.to_timestamp}`);
    for (const word of (input.search ?? '').slice(0, MAX_SEARCH).split(/\s+/u).filter(Boolean)) {
      const like = sql`'%' || searchable(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;
      conditions.push(sql`searchable(l.description || ' ' || l.tag) like ${like}`);
    }
    const where = sql.join(conditions, sql` and `);
    if (input.page === undefined) return logRows(ctx, where, sql``);
    const page = wholeNumber(input.page, 'page', 1);
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '30', 'per_page', 1));
    const counted = await sql<{ total: number }>`select count(*) as total from ledger_log l where ${where}`.execute(
      ctx.db,
    );
    return {
      rows: await logRows(ctx, where, sql`limit ${perPage} offset ${(page - 1) * perPage}`),
      total: counted.rows[0]?.total ?? 0,
      page,
      per_page: perPage,
    };
  }),
];

type LogRow = Omit<LedgerLog, 'value' | 'effect' | 'balance_after' | 'created_by'> & {
  value_kobo: number;
  effect_kobo: number;
  balance_after_kobo: number;
  by_id: string | null;
  by_name: string | null;
};

/** Newest first. */
export async function logRows(ctx: Ctx, where: RawBuilder<unknown>, limit: RawBuilder<unknown>): Promise<LedgerLog[]> {
  const { rows } = await sql<LogRow>`select l._id, l.ledger_id, l.created, l.tag, l.value_kobo, l.effect_kobo,
      l.balance_after_kobo, l.description, l.ref_type, l.ref_id, l.created_by as by_id, u.name as by_name
    from ledger_log l left join user_account u on u._id = l.created_by
    where ${where} order by l.created desc, l._id desc ${limit}`.execute(ctx.db);
  return rows.map(({ value_kobo, effect_kobo, balance_after_kobo, by_id, by_name, ...row }) => ({
    ...row,
    value: formatMoney(value_kobo),
    effect: formatMoney(effect_kobo),
    balance_after: formatMoney(balance_after_kobo),
    created_by: person(by_id, by_name),
  }));
}
