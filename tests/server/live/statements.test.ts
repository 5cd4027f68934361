/** What is told of a commit: which tables its statements wrote, and which kinds of things that are. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { KINDS } from '#contract/live.ts';
import { tablesWrittenBy, Written } from '#server/db/statements.ts';
import { KINDS_OF_TABLE, WHO_TABLES } from '#server/live/kinds.ts';
import { describeOneEngine } from '#tests/support/database.ts';

test('a statement tells its tables wherever it writes, and a lock or a read tells none of ours', () => {
  const known = (text: string) => tablesWrittenBy(text).filter((name) => name in KINDS_OF_TABLE);
  expect(known('insert into "order" (_id) values ($1) on conflict (_id) do update set tag = $2')).toEqual(['order']);
  expect(
    known('with gone as (delete from order_item where _id = $1 returning 1) update order_group o set tag = $2'),
  ).toEqual(['order_item', 'order_group']);
  expect(known('insert into\n  warehouse_log (_id) select 1 from added')).toEqual(['warehouse_log']);
  for (const read of [
    'select * from product for update',
    'select 1 from product m for no key update of m',
    'select updated from brand',
    'lock table product in share mode',
  ])
    expect(known(read)).toEqual([]);
});

test('what is taken back to a savepoint was not written; what stands before it was', () => {
  const written = new Written();
  for (const text of [
    'update brand set name = $1',
    'savepoint alone',
    'update product set name = $1',
    'rollback to savepoint alone',
    'update category set name = $1',
    'release savepoint alone',
    'savepoint alone',
    'update location set name = $1',
    'release savepoint alone',
    'rollback to savepoint unknown',
  ])
    written.note(text);
  expect(written.tables).toEqual(['brand', 'category', 'location']);
});

/** Tables that no screen follows, or whose rows only say who somebody is. */
const UNHEARD = [
  ...[
    'bank_call',
    'daily_count',
    'idempotency',
    'import_file',
    'left_hub',
    'migration',
    'passkey',
    'passkey_challenge',
  ],
  ...[
    'passkey_removal',
    'password_reset',
    'push_subscription',
    'recovery_code',
    'secret',
    'session',
    'sign_in_attempt',
  ],
  ...['stocktake_client', 'store', 'table_count', 'upload', 'upload_gone', 'user_account', 'wallet_check'],
  ...['warehouse_log_ref', 'warehouse_log_second'],
  // Tokens and webhooks are read again by who changes them; keys and watches are the server's own.
  ...['api_token', 'webhook', 'webhook_delivery', 'stock_low', 'stock_watch', 'device_key', 'site_key'],
];

describeOneEngine('the tables of the database', (database) => {
  test('each is told as a kind, or is named here as one of which nobody hears; each kind has a table', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(database().kysely);
    const names = rows.map(({ name }) => name).sort();
    expect([...Object.keys(KINDS_OF_TABLE), ...UNHEARD].sort()).toEqual(names);
    expect([...new Set(Object.values(KINDS_OF_TABLE).flat())].sort()).toEqual([...KINDS]);
    for (const name of WHO_TABLES) expect(names).toContain(name);
  });
});
