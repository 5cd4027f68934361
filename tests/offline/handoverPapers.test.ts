/** What a tablet writes and reads of a handover without a server: its key, its papers, and why those of others are refused. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { certify, type Offer, readOffered } from '#contract/handover/papers.ts';
import { fromBase64, newPair, publicText } from '#domain/handover/signing.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { koboOf } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';
import { type DeviceKey, renewKey, storedDeviceKey } from '#offline/handover/deviceKey.ts';
import { bothHalves, readBack, readOffer } from '#offline/handover/readPapers.ts';
import { writeAnswer, writeOffer } from '#offline/handover/writePapers.ts';
import type { Op, TransferHeader } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';

const NOW = 1_795_000_000;
const server = { silent: false, revoked: new Set<string>(), asked: [] as string[] };
const site = await newPair(true);
const siteKey = await publicText(site.publicKey);

vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
  if (server.silent) throw new TypeError('Failed to fetch');
  const key = new URLSearchParams(body).get('public_key') ?? '';
  server.asked.push(key);
  if (server.revoked.has(key))
    return ourAnswer({
      code: 409,
      message: 'This key was revoked. Make a new one.',
      data: { error: 'bad_transition' },
    });
  const until = NOW + 14 * DAY;
  const certificate = await certify(site.privateKey, {
    site: siteKey,
    key,
    user: 'ada',
    name: 'Ada',
    device: 'd',
    until,
  });
  return ourAnswer({ code: 200, message: 'OK', data: { certificate, site: siteKey, until, associate: null } });
});

/** A tablet of that person, with a key that the site signed. */
async function tablet(user: string, associate: string | null = null, by = site): Promise<DeviceKey> {
  const keys = await newPair(false);
  const claims = {
    key: await publicText(keys.publicKey),
    user,
    name: `Name of ${user}`,
    device: 'd',
    until: NOW + DAY,
  };
  const here = await publicText(by.publicKey);
  const certificate = await certify(by.privateKey, { site: here, ...claims });
  return { keys, certificate, site: here, until: claims.until, at: NOW, associate };
}

const HEADER: TransferHeader = {
  ...{ timestamp: NOW, meta: '{}', source_name: 'Hub', destination_name: 'Bola' },
  ...{ source_type: 'seller', source: 's1', destination_type: 'sales_officer', destination: 'a1' },
};
const line = (product_id: string, quantity: number, more = {}): TransferView['lines'][number] => ({
  ...{
    product_id,
    name: `Goods ${product_id}`,
    case_count: 12,
    quantity,
    quantity_accepted: quantity,
    amount: koboOf('1000.00'),
  },
  ...{ rate: koboOf('500.00'), reason: null, note: '', item_id: null, version: null, state: 'sent', waitingFor: null },
  ...{ message: null, op: null, revision: 0, ...more },
});
const view = (lines = [line('p1', 24), line('p2', 7, { rate: null, lots: '[["A","2027-01-01",7]]' })]) => ({
  ...{ transfer: 'local-11111111-2222-3333', header: HEADER, lines },
});
const ops = [
  { type: 'upsert', payload: { product_id: 'p1' }, item: { client_id: 'client-id-of-p1' } },
] as unknown as Op[];
const rep = (user_id = 'bola') => ({
  ...{ user_id, role: 'sales_officer.rep', seller_id: 's1', permissions: permissionsOf('sales_officer.rep') },
});
async function offered(by: DeviceKey, more: Partial<ReturnType<typeof view>> = {}, at = NOW): Promise<string> {
  const paper = await writeOffer(by, { ...view(), ...more }, ops, at);
  if (paper === null) throw new Error('no paper');
  return paper;
}
const changed = (paper: string, change: (text: string) => string) => {
  const whole = JSON.parse(paper) as { text: string };
  return JSON.stringify({ ...whole, text: change(whole.text) });
};

describe('the key', { tags: ['HAND-42'] }, () => {
  beforeEach(() => Object.assign(server, { silent: false, asked: [] }));

  test('without a server there is none; it is made once, its private half cannot leave, and it is renewed after a day', async () => {
    server.silent = true;
    expect(await renewKey('eve', NOW)).toBeNull();
    expect(await storedDeviceKey('eve')).toBeNull();
    server.silent = false;
    const key = await renewKey('ada', NOW);
    const kept = await storedDeviceKey('ada');
    expect(kept).toMatchObject({ site: siteKey, associate: null, at: NOW, certificate: key?.certificate });
    const secret = kept?.keys.privateKey as CryptoKey;
    expect(secret.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', secret)).rejects.toThrow();
    expect(fromBase64(await publicText((kept as DeviceKey).keys.publicKey))).toHaveLength(65);
    await renewKey('ada', NOW + DAY - 1);
    expect(server.asked).toHaveLength(1);
    await renewKey('ada', NOW + DAY);
    expect(new Set(server.asked).size).toBe(1);
    expect(server.asked).toHaveLength(2);
    // Without an answer the tablet goes on with what it has.
    server.silent = true;
    expect((await renewKey('ada', NOW + 3 * DAY))?.at).toBe(NOW + DAY);
    expect(await storedDeviceKey('bem')).toBeNull();
  });

  test('a key that was revoked is replaced by another one', async () => {
    const first = await renewKey('chi', NOW);
    server.revoked.add(await publicText((first as DeviceKey).keys.publicKey));
    const second = await renewKey('chi', NOW + 2 * DAY);
    expect(await publicText((second as DeviceKey).keys.publicKey)).not.toBe(server.asked[0]);
    expect((await storedDeviceKey('chi'))?.at).toBe(NOW + 2 * DAY);
  });
});

describe('an offer that this tablet reads', { tags: ['HAND-45'] }, () => {
  test('is refused with its reason: no paper, foreign, changed, old, ahead, somebody else’s, the own one, taken before', async () => {
    const [giver, mine] = [await tablet('tunde'), await tablet('bola', 'a1')];
    const strange = await tablet('tunde', null, await newPair(true));
    const why = async (paper: string, key = mine, who = rep(), taken: Op<'take'>[] = [], at = NOW) => {
      const read = await readOffer(paper, key, who, taken, at);
      return 'reason' in read ? (read.message ?? read.reason) : 'read';
    };
    const paper = await offered(giver);
    expect(await why('{}')).toBe('unreadable');
    expect(await why('no JSON')).toBe('unreadable');
    expect(await why(await offered(strange))).toBe('foreign');
    expect(await why(changed(paper, (text) => text.replace('"quantity":24', '"quantity":36')))).toBe('changed');
    expect(await why(paper, mine, rep(), [], NOW + 5 * DAY)).toBe('old');
    expect(await why(paper, mine, rep(), [], NOW - DAY)).toBe('ahead');
    expect(await why(paper, await tablet('sade', 'a2'), rep('sade'))).toBe('not_yours');
    expect(await why(paper, await tablet('sade'), rep('sade'))).toBe('not_yours');
    expect(await why(await offered(await tablet('bola')))).toBe('own');
    const back = { ...HEADER, source_type: 'sales_officer', destination_type: 'seller' } as const;
    expect(await why(await offered(giver, { header: back }))).toBe('not_handed_over');
    const take = { payload: { about: { transfer: '11111111-2222-3333' } }, user_name: 'Bola', saved_at: NOW * 1_000 };
    expect(await why(paper, mine, rep(), [take as Op<'take'>])).toMatch(/^These goods are taken already: by Bola,/);
    expect(await why(paper)).toBe('read');
  });

  test('has what was confirmed: lines with price, lots and client id, and the digest of the confirmation', {
    tags: ['HAND-43'],
  }, async () => {
    const giver = await tablet('tunde');
    const read = await readOffered(await offered(giver), giver.site);
    if (typeof read === 'string') throw new Error(read);
    expect(read.body).toMatchObject({ transfer: '11111111-2222-3333', begun: true, given_at: NOW, ...HEADER });
    expect(read.body.lines).toMatchObject([
      { product_id: 'p1', amount: '1000.00', rate: '500.00', client_id: 'client-id-of-p1' },
      { product_id: 'p2', lots: '[["A","2027-01-01",7]]', client_id: null },
    ]);
    expect(read.body.lines[1]).not.toHaveProperty('rate');
    const elsewhere = await readOffered(await offered(giver, { transfer: 'order-id-7' }), giver.site);
    expect((elsewhere as { body: Offer }).body).toMatchObject({ transfer: 'order-id-7', begun: false });
    const many = Array.from({ length: 301 }, (_, at) => line(`p${at}`, 1));
    expect(await writeOffer(giver, view(many), [], NOW)).toBeNull();
    expect(await writeOffer(giver, view([]), [], NOW)).toBeNull();
  });
});

test('an answer to another offer, a changed one and an own one are refused; the right one shows both sides', {
  tags: ['HAND-46'],
}, async () => {
  const [giver, taker] = [await tablet('tunde'), await tablet('bola', 'a1')];
  const paper = await offered(giver);
  const answered = async (to: string, by = taker, at = NOW + 60) => {
    const read = await readOffered(to, giver.site);
    if (typeof read === 'string') throw new Error(read);
    return writeAnswer(by, read, to, [{ product_id: 'p2', quantity: 5, note: 'Two were open' }], at);
  };
  const { answer, about } = await answered(paper);
  expect(about).toMatchObject({ transfer: '11111111-2222-3333', giver_name: 'Name of tunde', differences: 1 });
  expect(about.goods.lines).toMatchObject([{ amount: 100_000 }, { quantity: 7, lots: '[["A","2027-01-01",7]]' }]);
  const why = async (back: string) => {
    const read = await readBack(back, paper, giver);
    return 'reason' in read ? read.reason : 'read';
  };
  expect(await why((await answered(await offered(giver, {}, NOW + 1))).answer)).toBe('other_offer');
  expect(await why(changed(answer, (text) => text.replace('"quantity":5', '"quantity":7')))).toBe('changed');
  expect(await why((await answered(paper, giver)).answer)).toBe('own');
  expect(await why((await answered(paper, taker, NOW + 5 * DAY)).answer)).toBe('old');
  expect(await why(paper)).toBe('changed');
  expect(await why(answer)).toBe('read');
  expect(await bothHalves(paper, undefined)).toMatchObject({ giver: 'Name of tunde', taken: null });
  const both = await bothHalves(paper, answer);
  expect(both.taken).toMatchObject({ taker: 'Name of bola', answer: { counts: [{ quantity: 5 }] } });
  expect(both.taken?.hash).toMatch(/^[0-9a-f]{64}$/);
});
