/** Push and SMS through the queue of messages: who is reached, what is tried again, what a gateway reports (B9.2). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageChannels } from '#server/messages/channels.ts';
import { sendWaiting } from '#server/messages/messenger.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { signedBy } from '#tests/support/localBank.ts';
import { type LocalPush, startLocalPush } from '#tests/support/localPush.ts';
import { type LocalSms, startLocalSms } from '#tests/support/localSms.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('push and SMS', (database) => {
  let push: LocalPush;
  let sms: LocalSms;
  let server: TestServer;
  let admin: string;
  let officer: { token: string; user_id: string };
  const PHONE = '08033000001';
  beforeAll(async () => {
    [push, sms] = [await startLocalPush(), await startLocalSms()];
    server = await startServer(database(), { environment: 'production', push: push.config, sms: sms.config });
    admin = (await server.signInAs('administrator.administrator')).token;
    officer = await server.signInAs('manager.warehouse_officer');
    await sql`update user_account set phone = ${PHONE} where _id = ${officer.user_id}`.execute(database().kysely);
  });
  afterAll(async () => {
    await server.close();
    await push.close();
    await sms.close();
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });
  const post = (path: string, fields: Record<string, unknown>, token = admin) =>
    server.call('POST', path, fields, { token, key: newKey() });
  const browser = (path = '/browser') => ({ endpoint: `http://127.0.0.1:${push.port}${path}`, ...push.keys });
  const send = async (include: string, send_sms_too = false) =>
    (
      await post('notification/send_to_buyers', {
        ...{ filter_type: '*', filter_value: '*', title: 'New prices', message: 'Prices change on Monday.' },
        ...{ exclude: '-', include, commit: true, send_sms_too, timestamp: NOW },
      })
    ).data;
  const work = () => sendWaiting(database(), messageChannels(server.config), () => server.clock.now);
  const rows = async (_id: string) => (await post('notification/recipients', { _id, page: 1 })).data.rows;

  describe('subscriptions that are refused', () => {
    test('where push is not set up there is no key and no subscription', { tags: ['K12'] }, async () => {
      const without = await startServer(database(), { environment: 'production' });
      const token = await without.openSession(officer.user_id);
      expect((await without.call('GET', 'push/read_key', {}, { token })).data).toEqual({ public_key: null });
      expect(await without.call('POST', 'push/subscribe', browser(), { token, key: newKey() })).toMatchObject({
        code: 422,
        data: { error: 'not_set_up' },
      });
      await without.close();
      const key = await server.call('GET', 'push/read_key', {}, { token: admin });
      expect(key.data).toEqual({ public_key: push.config.publicKey });
    });
    test('an address that is no push service, keys that are none', { tags: ['SEC-10'] }, async () => {
      for (const endpoint of ['https://169.254.169.254/x', 'http://localhost/x', 'nonsense'])
        expect((await post('push/subscribe', { ...browser(), endpoint })).data.fields).toEqual({
          endpoint: 'This push service is not known.',
        });
      for (const wrong of [{ p256dh: 'short' }, { auth: 'short' }])
        expect((await post('push/subscribe', { ...browser(), ...wrong })).code).toBe(422);
    });
  });

  test('nobody has a browser yet: skipped, and told why', { tags: ['B9.2'] }, async () => {
    expect(await send(PHONE)).toMatchObject({
      push: 0,
      sms: 0,
      skipped: 1,
      skipped_why: 'no device for a push.',
      simulated: false,
    });
  });

  test('a push reaches every browser of the account, encrypted; one that is gone is forgotten', {
    tags: ['B9.2'],
  }, async () => {
    for (const path of ['/one', '/two'])
      expect((await post('push/subscribe', browser(path), officer.token)).code).toBe(200);
    const sent = await send(PHONE);
    expect(sent).toMatchObject({ push: 1, sms: 0, skipped: 0 });
    push.next = 410;
    expect(await work()).toBe(1);
    expect(push.messages.splice(0)).toMatchObject([
      { title: 'New prices', message: 'Prices change on Monday.', signed: true },
    ]);
    expect((await rows(sent._id))[0]).toMatchObject({ status: 'sent', channel: 'push', attempts: 1 });
    const left = await sql<{ n: number }>`select count(*) as n from push_subscription`.execute(database().kysely);
    expect(left.rows[0]?.n).toBe(1);
    const kept = await sql`select * from audit_log`.execute(database().kysely);
    for (const one of [kept.rows, server.lines]) expect(JSON.stringify(one)).not.toContain('/one');
  });

  test('a service that refuses is tried again under the same reference; the last browser that is gone ends it at once', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await send(PHONE);
    push.next = 503;
    await work();
    expect((await rows(sent._id))[0]).toMatchObject({ status: 'queued', error: 'The push service refused it (503).' });
    server.clock.now += 10;
    push.next = 410;
    await work();
    expect((await rows(sent._id))[0]).toMatchObject({ status: 'failed', error: 'The device has turned messages off.' });
    expect(push.messages).toEqual([]);
  });

  test('a browser shows the messages of who turned them on there last; whoever is signed out is not reached', {
    tags: ['B9.2'],
  }, async () => {
    await post('push/subscribe', browser('/shared'), officer.token);
    expect((await send(PHONE)).push).toBe(1);
    const other = await server.signInAs('manager.staff');
    await post('push/subscribe', browser('/shared'), other.token);
    expect((await send(PHONE)).push).toBe(0);
    await post('push/subscribe', browser('/shared'), officer.token);
    const waiting = await send(PHONE);
    await post('push/unsubscribe', { endpoint: browser('/shared').endpoint }, other.token);
    expect((await send(PHONE)).push).toBe(1);
    await server.call('GET', 'auth/revoke', {}, { token: officer.token });
    expect((await send(PHONE)).push).toBe(0);
    push.messages.length = 0;
    await work();
    expect((await rows(waiting._id))[0]).toMatchObject({ status: 'failed', error: 'No device any more.' });
    expect(push.messages).toEqual([]);
  });

  test('SMS goes out by the gateway, and its reports come back: signed ones alone, delivered stays delivered', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await send('08044000001,08044000002', true);
    expect(sent).toMatchObject({ push: 0, sms: 2, skipped: 0 });
    sms.next = 500;
    await work();
    server.clock.now += 10;
    await work();
    expect(sms.messages.map((one) => one.signed)).toEqual([true, true]);
    const [one, two] = (await rows(sent._id)).map((row: { _id: string }) => `sms-${row._id}`);
    const report = (body: unknown, { secret = sms.config.hookSecret, at = server.clock.now } = {}) => {
      const payload = JSON.stringify(body);
      return server.send({ method: 'POST', url: '/api/hooks/sms', headers: signedBy(secret, payload, at), payload });
    };
    const good = { id: one, status: 'delivered' };
    expect((await report(good, { secret: sms.config.secret })).status).toBe(401);
    expect((await report(good, { at: server.clock.now - 301 })).status).toBe(401);
    expect((await report({ id: one, status: 'perhaps' })).status).toBe(400);
    expect((await report({ id: 'unknown', status: 'delivered' })).status).toBe(404);
    expect((await rows(sent._id))[0]).toMatchObject({ status: 'sent', delivered_at: null });
    for (const _ of [1, 2]) expect((await report(good)).data).toEqual({ status: 'delivered' });
    expect((await report({ id: one, status: 'failed', reason: 'Late' })).data).toEqual({ status: 'delivered' });
    expect((await report({ id: two, status: 'failed', reason: 'Number not in use' })).status).toBe(200);
    expect(await rows(sent._id)).toMatchObject([
      { status: 'sent', delivered_at: NOW + 10, error: null },
      { status: 'failed', delivered_at: null, error: 'Not delivered: Number not in use' },
    ]);
  });

  test('where real channels are set the others are not simulated; KASUWA_MESSAGES=simulated keeps all of them quiet', {
    tags: ['K12'],
  }, () => {
    const base = { environment: 'staging', simulateMessages: false, push: null, sms: null } as const;
    expect(messageChannels({ ...base, sms: sms.config })).toMatchObject({ push: null, sms: { simulated: false } });
    expect(messageChannels({ ...base, sms: sms.config, simulateMessages: true })).toMatchObject({
      push: { simulated: true },
      sms: { simulated: true },
    });
    expect(messageChannels({ ...base, sms: sms.config, simulateMessages: true, environment: 'production' })).toEqual({
      push: null,
      sms: null,
    });
  });
});
