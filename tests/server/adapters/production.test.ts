/** What is only simulated does nothing in production, and says so; everywhere else everyone is told (K12, S18). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageChannels } from '#server/messages/channels.ts';
import { sendWaiting } from '#server/messages/messenger.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('adapters in production', (database) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startServer(database(), { environment: 'production' });
    admin = (await server.signInAs('administrator.administrator')).token;
    await putRow(database(), 'store_type', { _id: 'kiosk', name: 'Kiosk', description: 'Small stand' });
    await putRow(database(), 'location', { _id: 'aguda', name: 'Aguda', state: 'Lagos', lga: 'Surulere' });
    await post('buyer/signup', {
      ...{ name: 'Ada Shop', phone: '08021000001', status: 'active', location_id: 'aguda', store_type_id: 'kiosk' },
    });
  });
  afterAll(() => server.close());
  const post = (path: string, fields: Record<string, unknown>, of: TestServer = server) =>
    of.call('POST', path, fields, { token: admin, key: newKey() });
  const note = (more: Record<string, unknown> = {}) => ({
    ...{ filter_type: '*', filter_value: '*', title: 'New prices', message: 'Prices change on Monday.' },
    ...{ exclude: '-', include: '*', commit: true, send_sms_too: true, ...more },
  });
  const count = async (table: string) =>
    (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database().kysely)).rows[0]
      ?.count;

  test('without a bank no account is opened in production, and the refusal says why', {
    tags: ['K12', 'S18'],
  }, async () => {
    const { rows } = await sql<{ _id: string }>`select _id from buyer`.execute(database().kysely);
    const owner = { parent_type: 'buyer', parent_id: rows[0]?._id, first_name: 'Ada', last_name: 'Obi' };
    expect(await post('ledger_tag/virtual_account_create', { ...owner, bvn: '22233344455' })).toMatchObject({
      code: 422,
      message: 'No bank is set up on this server, so no account was opened.',
      data: { error: 'not_set_up' },
    });
    expect(await count('virtual_account')).toBe(0);
  });

  test('without a gateway nothing is sent in production: refused with a plain sentence, nothing written down', {
    tags: ['K12'],
  }, async () => {
    expect(await post('notification/send_to_buyers', note())).toMatchObject({
      code: 422,
      message: 'Neither push nor SMS is set up on this server. Nothing was sent.',
      data: { error: 'not_set_up' },
    });
    expect(await count('notification')).toBe(0);
    const polled = await post('notification/poll_buyers_for', note());
    expect(polled.data).toMatchObject({ count: 1, push: 0, sms: 0, skipped: 1, simulated: false });
    expect(polled.data.skipped_why).toBe('push is not set up on this server, and SMS is not set up on this server.');
  });

  test('messages that waited while the site was a trial are skipped in production, never marked as sent', {
    tags: ['K12'],
  }, async () => {
    await putRow(database(), 'notification', {
      ...{ _id: 'note_old', title: 'Old', message: 'Old', include: '*', exclude: '-', send_sms_too: true },
      ...{ count: 1, gateway: 'simulated' },
    });
    await sql`insert into notification_recipient (_id, notification_id, name, phone, channel, status, created, due)
      values ('to_old', 'note_old', '', '08021000001', 'sms', 'queued', ${NOW}, ${NOW})`.execute(database().kysely);
    expect(await sendWaiting(database(), messageChannels(server.config), () => NOW)).toBe(1);
    const { rows } = await sql`select status, error, sent_at from notification_recipient`.execute(database().kysely);
    expect(rows).toEqual([{ status: 'skipped', error: 'SMS is not set up on this server.', sent_at: null }]);
  });

  test('everyone may ask which services are set up; outside of production they are simulated', {
    tags: ['K12'],
  }, async () => {
    const ask = (of: TestServer, token: string) => of.call('GET', 'service/read', {}, { token });
    expect((await ask(server, admin)).data).toEqual({ bank: 'none', push: 'none', sms: 'none' });
    const trial = await startServer(database());
    const staff = (await trial.signInAs('manager.staff')).token;
    expect((await ask(trial, staff)).data).toEqual({ bank: 'simulated', push: 'simulated', sms: 'simulated' });
    await trial.close();
  });
});

test('packages of services that are not set are not loaded at the start: nothing imports them but their own adapter, when it first sends', {
  tags: ['K12'],
}, () => {
  const folder = fileURLToPath(new URL('../../../src/server/', import.meta.url));
  const loaders = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
    if (!file.endsWith('.ts')) return false;
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).not.toMatch(/^import (?!type )[^;]*from '(nodemailer|web-push)/m);
    return /import\('(nodemailer|web-push)'\)/.test(text);
  });
  expect(loaders.sort()).toEqual(['messages/mailChannel.ts', 'messages/pushChannel.ts']);
});
