/** What each adapter that carries messages has to do, the simulated one too (docs/operations.md "Adding an adapter"). No database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MessageChannel, simulatedChannel } from '#server/messages/channels.ts';
import { mailChannel } from '#server/messages/mailChannel.ts';
import { type LocalMail, startLocalMail } from '#tests/support/localMail.ts';

let mail: LocalMail;
beforeAll(async () => {
  mail = await startLocalMail();
});
afterAll(() => mail.close());

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
];

describe.each(ADAPTERS)('message adapter $name', (adapter) => {
  const message = (more: Record<string, string> = {}) => ({
    ...{ to: adapter.to(), title: 'New prices', message: 'Prices change on Monday.', ref: 'ref-1', ...more },
  });
  test('K12: it has its own name, and says whether it is only simulated', () => {
    expect(adapter.make()).toMatchObject({ name: adapter.name, simulated: adapter.name === 'simulated' });
  });
  test('B9.2: what it sent is called sent, with a reference; what is simulated arrives nowhere', async () => {
    const sent = await adapter.make().send(message({ title: 'Arrives', ref: 'ref-a' }));
    expect(sent).toMatchObject({ status: 'sent', error: null });
    expect(typeof sent.provider_ref === 'string' || sent.provider_ref === null).toBe(true);
    expect(adapter.arrived('Arrives')).toBe(adapter.name === 'simulated' ? 0 : 1);
  });
  test('B9.2: what is refused is called failed, with a reason that is no secret and no address', async () => {
    const { to } = adapter.fail();
    const sent = await adapter.make().send(message({ to, title: 'Refused', ref: 'ref-b' }));
    mail.refuse = null;
    expect(sent).toMatchObject({ status: 'failed', provider_ref: null, error: expect.any(String) });
    expect(sent.error).not.toContain(to);
    expect(adapter.arrived('Refused')).toBe(0);
  });
  test('B9.2: where the far side is away it fails with a reason and does not hang', async () => {
    const sent = await adapter.away().send(message());
    expect(sent).toMatchObject({ status: 'failed', error: expect.any(String) });
  });
  test('B9.2: letters of every kind, quotes and line ends arrive as text and are no command', async () => {
    const wild = { title: 'Ẹ káàárọ̀ "x"', message: 'Line 1\r\n.\r\nRCPT TO:<x@example.test>\r\nŃ ₦2,500 😀' };
    expect((await adapter.make().send(message({ ...wild, ref: 'ref-c' }))).status).toBe('sent');
  });
});

describe('e-mail by SMTP', () => {
  const one = (more: Record<string, string> = {}) => ({
    ...{ to: 'ada@example.test', title: 'New prices', message: 'Prices change.', ref: 'ref-9', ...more },
  });
  test('SEC-21: signed in by name and password; a wrong password fails and is not told', async () => {
    expect((await smtp(`office:${encodeURIComponent('sec/ret#1')}@`).send(one())).status).toBe('sent');
    const refused = await smtp(`office:${encodeURIComponent('wr/ong#1')}@`).send(one());
    expect(refused).toMatchObject({ status: 'failed', error: 'The mail server does not take our name and password.' });
  });
  test('B9.2: one mail to one address, from ours, named by our reference; a line end in the title makes no head line', async () => {
    await smtp().send(one({ title: 'Good\r\nBcc: other@example.test', to: 'ada@example.test' }));
    const last = mail.mails.at(-1);
    expect(last).toMatchObject({ from: 'office@example.com', to: ['ada@example.test'] });
    expect(last?.text).toContain('Message-ID: <ref-9@example.com>');
    expect(last?.text).not.toMatch(/^Bcc:/m);
    await smtp().send(one({ to: 'ada@example.test, other@example.test' }));
    expect(mail.mails.at(-1)?.to).not.toContain('other@example.test');
  });
  test('SEC-21: beyond this machine a server without TLS is refused', async () => {
    // A name of this machine that is no loopback word: the line would be open.
    const sent = await mailChannel({ url: `smtp://0.0.0.0:${mail.port}`, from: FROM }).send(one());
    expect(sent.status).toBe('failed');
  });
});
