/** What a restored backup sends: nothing, before a person says so. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import { fileStore } from '#server/uploads/fileStore.ts';
import { sendDeliveries } from '#server/webhooks/sendDeliveries.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { startLocalHook } from '#tests/support/localHook.ts';
import { NOW, newKey } from '#tests/support/server.ts';

describeEachEngine('webhooks in a backup', (database) => {
  test('a restored site sends nothing of the backup until its webhooks are switched on', {
    tags: ['HOOK-10'],
  }, async () => {
    const hook = await startLocalHook();
    const folder = mkdtempSync(join(tmpdir(), 'kasuwa-hooks-'));
    const files = fileStore({ uploadsDir: folder, s3: null });
    const file = join(folder, 'backup');
    const id = newKey();
    const send = () => sendDeliveries({ database: database(), now: () => NOW, key: 'key', strict: false });
    try {
      await sql`insert into webhook (_id, created, modified, url, events) values (${id}, ${NOW}, ${NOW}, ${hook.url}, '{order.created}')`.execute(
        database().kysely,
      );
      await sql`insert into webhook_delivery (_id, webhook_id, created, type, payload, due) values (${newKey()}, ${id}, ${NOW}, 'test', '{}', ${NOW})`.execute(
        database().kysely,
      );
      await writeBackup(file, { database: database(), files, now: NOW, version: '1.0.0', passphrase: '' });
      await restoreBackup(file, { database: database(), files, passphrase: '', replace: true });
      expect(await send()).toBe(0);
      const { rows } = await sql`select status, off_reason from webhook`.execute(database().kysely);
      expect(rows).toEqual([
        {
          status: 'inactive',
          off_reason: 'A backup was restored. Switch the webhook on if this is the site that it belongs to.',
        },
      ]);
      await sql`update webhook set status = 'active'`.execute(database().kysely);
      expect(await send()).toBe(1);
      expect(hook.got).toHaveLength(1);
    } finally {
      await hook.close();
      rmSync(folder, { recursive: true });
    }
  });
});
