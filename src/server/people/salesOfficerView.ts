import { sql } from 'kysely';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { view } from '../models/view.ts';

/** SO-14; hub-side accounts see their own hub's people only (B10.4a). */
export const salesOfficerView = view(salesOfficer, {
  joins: sql`join seller hub on hub._id = m.seller_id left join ledger wallet on wallet.head = 'sales_officer' and wallet.owner = m._id`,
  columns: {
    seller: sql`json_build_object('_id', hub._id, 'name', hub.name)`,
    role_name: sql`m.role`,
    wallet_balance: sql`coalesce(wallet.balance_kobo, 0)`,
  },
  scope: (who) => (isHubSide(who.role) ? sql`m.seller_id = ${who.seller_id ?? ''}` : null),
  shape: (row) => ({ ...row, wallet_balance: formatMoney(-Number(row.wallet_balance)) }),
});
