/** What each adapter that carries messages has to do, the simulated one too (docs/operations.md "Adding an adapter"). No database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageChannel } from '#server/messages/channel.ts';
import { mailChannel } from '#server/messages/mailChannel.ts';
import { pushChannel } from '#server/messages/pushChannel.ts';
import { simulatedChannel } from '#server/messages/simulatedChannel.ts';
import { smsChannel } from '#server/messages/smsChannel.ts';
import { type LocalMail, startLocalMail } from '#tests/support/localMail.ts';
import { type LocalPush, startLocalPush } from '#tests/support/localPush.ts';
import { type LocalSms, startLocalSms } from '#tests/support/localSms.ts';

let mail: LocalMail;
let push: LocalPush;
let sms: LocalSms;
beforeAll(async () => {
  [mail, push, sms] = [await startLocalMail(), await startLocalPush(), await startLocalSms()];
});
afterAll(() => Promise.all([mail.close(), push.close(), sms.close()]));

const FROM = 'Kasuwa <office@example.com>';
const smtp = (user = '') => mailChannel({ url: `smtp://${user}127.0.0.1:${mail.port}`, from: FROM });

interface Adapter {
  name: string;
  make: () => MessageChannel;
  /** Somebody who gets it. */
  to: () => string;
  /** Makes the next sending fail. */
  fail: () => { to: string };
  /** How many messages arrived with this title. */
  arrived: (title: string) => number;
  /** Its far side is not there. */
  away: () => MessageChannel;
}

/** Another adapter is one more entry here. */
const ADAPTERS: readonly Adapter[] = [
  {
    name: 'simulated',
    make: () => simulatedChannel,
    to: () => '08021000001',
    fail: () => ({ to: '08021000000' }),
    arrived: () => 0,
    away: () => ({
      ...simulatedChannel,
      send: () => Promise.resolve({ status: 'failed', provider_ref: null, error: 'away' }),
    }),
  },
  {
    name: 'smtp',
    make: () => smtp(),
    to: () => 'ada@example.test',
    fail: () => {
      mail.refuse = 550;
      return { to: 'nobody@example.test' };
    },
    arrived: (title) => mail.mails.filter((one) => one.text.includes(`Subject: ${title}`)).length,
    away: () => mailChannel({ url: 'smtp://127.0.0.1:9', from: FROM }),
  },
  {
    name: 'web-push',
    make: () => pushChannel(push.config),
    to: () => push.subscription(),
    fail: () => {
      push.next = 400;
      return { to: push.subscription() };
    },
    arrived: (title) => push.messages.filter((one) => one.title === title).length,
    away: () => {
      push.next = 'away';
      return pushChannel(push.config);
    },
  },
  {
    name: 'http',
    make: () => smsChannel(sms.config),
    to: () => '08021000001',
    fail: () => {
      sms.next = 400;
      return { to: '08021000002' };
    },
    arrived: (title) => sms.messages.filter((one) => one.text.startsWith(`${title}\n`)).length,
    away: () => smsChannel({ ...sms.config, url: 'http://127.0.0.1:9' }),
  },
];

describe.each(ADAPTERS)('message adapter $name', (adapter) => {
  const message = (more: Record<string, string> = {}) => ({
    ...{ to: adapter.to(), title: 'New prices', message: 'Prices change on Monday.', ref: 'ref-1', ...more },
  });
  test('it has its own name, and says whether it is only simulated', { tags: ['K12'] }, () => {
    expect(adapter.make()).toMatchObject({ name: adapter.name, simulated: adapter.name === 'simulated' });
  });
  test('what it sent is called sent, with a reference; what is simulated arrives nowhere', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await adapter.make().send(message({ title: 'Arrives', ref: 'ref-a' }));
    expect(sent).toMatchObject({ status: 'sent', error: null });
    expect(typeof sent.provider_ref === 'string' || sent.provider_ref === null).toBe(true);
    expect(adapter.arrived('Arrives')).toBe(adapter.name === 'simulated' ? 0 : 1);
  });
  test('what is refused is called failed, with a reason that is no secret and no address', {
    tags: ['B9.2'],
  }, async () => {
    const { to } = adapter.fail();
    const sent = await adapter.make().send(message({ to, title: 'Refused', ref: 'ref-b' }));
    mail.refuse = null;
    expect(sent).toMatchObject({ status: 'failed', provider_ref: null, error: expect.any(String) });
    expect(sent.error).not.toContain(to);
    expect(adapter.arrived('Refused')).toBe(0);
  });
  test('where the far side is away it fails with a reason and does not hang', { tags: ['B9.2'] }, async () => {
    const sent = await adapter.away().send(message());
    expect(sent).toMatchObject({ status: 'failed', error: expect.any(String) });
  });
  test('letters of every kind, quotes and line ends arrive as text and are no command', {
    tags: ['B9.2'],
  }, async () => {
    const wild = { title: 'Ẹ káàárọ̀ "x"', message: 'Line 1\r\n.\r\nRCPT TO:<x@example.test>\r\nŃ ₦2,500 😀' };
    expect((await adapter.make().send(message({ ...wild, ref: 'ref-c' }))).status).toBe('sent');
  });
});

describe('e-mail by SMTP', () => {
  const one = (more: Record<string, string> = {}) => ({
    ...{ to: 'ada@example.test', title: 'New prices', message: 'Prices change.', ref: 'ref-9', ...more },
  });
  test('signed in by name and password; a wrong password fails and is not told', { tags: ['SEC-21'] }, async () => {
    expect((await smtp(`office:${encodeURIComponent('sec/ret#1')}@`).send(one())).status).toBe('sent');
    const refused = await smtp(`office:${encodeURIComponent('wr/ong#1')}@`).send(one());
    expect(refused).toMatchObject({ status: 'failed', error: 'The mail server does not take our name and password.' });
  });
  test('one mail to one address, from ours, named by our reference; a line end in the title makes no head line', {
    tags: ['B9.2'],
  }, async () => {
    await smtp().send(one({ title: 'Good\r\nBcc: other@example.test', to: 'ada@example.test' }));
    const last = mail.mails.at(-1);
    expect(last).toMatchObject({ from: 'office@example.com', to: ['ada@example.test'] });
    expect(last?.text).toContain('Message-ID: <ref-9@example.com>');
    expect(last?.text).not.toMatch(/^Bcc:/m);
    await smtp().send(one({ to: 'ada@example.test, other@example.test' }));
    expect(mail.mails.at(-1)?.to).not.toContain('other@example.test');
  });
  test('beyond this machine a server without TLS is refused', { tags: ['SEC-21'] }, async () => {
    // A name of this machine that is no loopback word: the line would be open.
    const sent = await mailChannel({ url: `smtp://0.0.0.0:${mail.port}`, from: FROM }).send(one());
    expect(sent.status).toBe('failed');
  });
});

describe('Web Push', () => {
  const one = { title: 'Ẹ káàárọ̀', message: '₦2,500 😀', ref: 'ref-7' };
  test('encrypted for that browser alone, signed by the key pair, named so that a repeat takes its place', {
    tags: ['B9.2'],
  }, async () => {
    const [before, browser] = [push.messages.length, push.subscription()];
    for (const _ of [1, 2]) await pushChannel(push.config).send({ ...one, to: browser });
    const [first, second] = push.messages.slice(before);
    expect(first).toMatchObject({ ...one, signed: true, contact: push.config.contact });
    expect(second?.topic).toBe(first?.topic);
    expect(first?.topic).toMatch(/^[\w-]{32}$/);
  });
  test.each([404, 410])(
    '%s means that the browser is gone, a refusal of another kind does not',
    { tags: ['B9.2'] },
    async (status) => {
      push.next = status;
      expect(await pushChannel(push.config).send({ ...one, to: push.subscription() })).toMatchObject({
        status: 'failed',
        gone: true,
      });
      push.next = 503;
      expect(await pushChannel(push.config).send({ ...one, to: push.subscription() })).toMatchObject({
        status: 'failed',
        gone: false,
      });
    },
  );
  test('a subscription that points elsewhere is not asked: no address inside, no open line, no name and password', {
    tags: ['SEC-10'],
  }, async () => {
    const to = (endpoint: string) => JSON.stringify({ ...JSON.parse(push.subscription()), endpoint });
    const services = ['fcm.googleapis.com', '.notify.windows.com'];
    for (const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com.example.test/x',
      'https://169.254.169.254/latest',
      'https://user@fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://notify.windows.com.example.test/x',
      'ftp://fcm.googleapis.com/x',
      'x',
    ])
      expect(await pushChannel({ ...push.config, services }).send({ ...one, to: to(endpoint) })).toMatchObject({
        gone: true,
      });
    for (const broken of [
      '',
      '{}',
      '{"endpoint":1}',
      to(`http://127.0.0.1:${push.port}/x`).replace(/"auth":"[^"]+"/, '"auth":"a"'),
    ])
      expect(await pushChannel(push.config).send({ ...one, to: broken })).toMatchObject({
        status: 'failed',
        gone: true,
      });
  });
});

describe('SMS over HTTP', () => {
  test('signed over body and time; the same reference at every try; the gateway’s name is kept', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await smsChannel(sms.config).send({ to: '08021000001', title: 'New', message: 'Hello', ref: 'ref-5' });
    expect(sms.messages.at(-1)).toEqual({ reference: 'ref-5', to: '08021000001', text: 'New\nHello', signed: true });
    expect(sent.provider_ref).toBe('sms-ref-5');
  });
});
