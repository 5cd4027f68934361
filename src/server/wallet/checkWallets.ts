/** Checks that each wallet equals the sum of its log, every night and on demand. A wrong wallet is reported until it is right (B6.2). */
import { sql } from 'kysely';
import { checkWallets, type WrongWallet } from '#contract/wallet/walletCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { type Handler, handle } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';
import { countRows } from '../db/reads.ts';
import type { Log } from '../log.ts';

type Row = Omit<WrongWallet, 'balance' | 'log'> & { balance_kobo: number; log_kobo: number };

/** The names of all wallet owners, of every kind. */
export const walletOwners = sql`(select 'buyer' as head, _id, name from buyer union all select 'sales_officer', _id, name from sales_officer
  union all select 'distributor', _id, name from distributor union all select 'distributor_officer', _id, name from distributor_officer)`;

/**
 * Compares every balance with its log in one statement, so that no posting is seen half. Stores each wrong wallet with the time it was first found.
 * `now` is epoch seconds.
 */
export async function findWrongWallets(tx: Db, now: number): Promise<WrongWallet[]> {
  await sql`with sums as (select ledger_id, sum(effect_kobo)::int8 as kobo from ledger_log group by ledger_id),
      wrong as (select l._id, l.balance_kobo, coalesce(s.kobo, 0) as log_kobo from ledger l left join sums s on s.ledger_id = l._id
        where l.balance_kobo <> coalesce(s.kobo, 0)),
      right_again as (delete from wallet_check c where not exists (select 1 from wrong w where w._id = c.ledger_id))
    insert into wallet_check (ledger_id, found, balance_kobo, log_kobo) select _id, ${now}, balance_kobo, log_kobo from wrong
    on conflict (ledger_id) do update set balance_kobo = excluded.balance_kobo, log_kobo = excluded.log_kobo`.execute(
    tx,
  );
  const { rows } =
    await sql<Row>`select l._id, l.head, l.owner, coalesce(o.name, l.owner) as name, c.found, c.balance_kobo, c.log_kobo
    from wallet_check c join ledger l on l._id = c.ledger_id left join ${walletOwners} o on o.head = l.head and o._id = l.owner
    order by c.found, l._id`.execute(tx);
  return rows.map(({ balance_kobo, log_kobo, ...row }) => ({
    ...row,
    balance: formatMoney(balance_kobo),
    log: formatMoney(log_kobo),
  }));
}

/** The nightly check. Logs one error line per wrong wallet, with ids and without names. */
export async function checkWalletsNightly(tx: Db, now: number, log: Log): Promise<void> {
  for (const wrong of await findWrongWallets(tx, now))
    log({
      level: 'error',
      event: 'wallet',
      text: `Wallet ${wrong._id} holds ${wrong.balance}, its log makes ${wrong.log}.`,
    });
}

export const checkWalletsHandler: Handler = handle(checkWallets, async (_input, ctx) => {
  const wrong = await findWrongWallets(ctx.db, ctx.now);
  const checked = await countRows(ctx.db, sql`ledger`);
  await ctx.audit({
    action: 'check',
    model: 'ledger',
    record_id: '',
    record_label: 'Wallets',
    after: { wallets: checked, wrong: wrong.length },
  });
  return { checked, wrong };
});
