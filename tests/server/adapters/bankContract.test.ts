/** What each adapter of a bank has to do, the simulated one too (docs/operations.md "Adding an adapter"). No database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BankProvider, BankRefused } from '#server/wallet/bank.ts';
import { httpBank } from '#server/wallet/httpBank.ts';
import { simulatedBank } from '#server/wallet/simulatedBank.ts';
import { creditBody, HOOK_SECRET, type LocalBank, SECRET, signedBy, startLocalBank } from '#tests/support/localBank.ts';

const NOW = 1_795_251_600;
const ADA = { first_name: 'Ada', last_name: 'Obi', bvn: '22233344455' };

let local: LocalBank;
beforeAll(async () => {
  local = await startLocalBank();
});
afterAll(() => local.close());
const generic = () => httpBank({ url: local.url, secret: SECRET, hookSecret: HOOK_SECRET });

/** Another adapter is one more line here. */
const ADAPTERS: readonly (readonly [string, () => BankProvider])[] = [
  ['simulated', () => simulatedBank(HOOK_SECRET)],
  ['http', generic],
];

describe.each(ADAPTERS)('bank adapter %s', (name, make) => {
  const call = (body: string, at = NOW, secret = HOOK_SECRET) => {
    const headers = signedBy(secret, body, at);
    return { body: Buffer.from(body), timestamp: headers['x-timestamp'], signature: headers['x-signature'] };
  };
  const refused = (given: Parameters<BankProvider['readCredit']>[0]) => make().readCredit(given, NOW);

  test('it has its own name, and says whether it is only simulated', { tags: ['K12'] }, () => {
    expect(make()).toMatchObject({ name, simulated: name === 'simulated' });
  });
  test('the same owner is answered the same account, another one another account; digits, a name, a bank', {
    tags: ['B9.3'],
  }, async () => {
    const open = (id: string) => make().openAccount({ owner: { type: 'buyer', id }, ...ADA });
    const [one, again, other] = [await open('one'), await open('one'), await open('other')];
    expect(again).toEqual(one);
    expect(other.account_number).not.toBe(one.account_number);
    expect(one.account_number).toMatch(/^\d{6,20}$/);
    expect(one.account_name.length * one.bank.name.length * one.bank.code.length).toBeGreaterThan(0);
    expect(one.bank.code === 'SIM').toBe(name === 'simulated');
    expect(JSON.stringify(one)).not.toContain(ADA.bvn);
  });
  test('a call with a wrong, a missing or another body’s signature is not believed', { tags: ['B9.3'] }, () => {
    const good = call(creditBody());
    for (const wrong of [
      call(creditBody(), NOW, 'another-secret-0123456789-0123456789'),
      { ...good, signature: undefined },
      { ...good, timestamp: undefined },
      { ...good, signature: good.signature.slice(1) },
      { ...good, signature: '' },
      { ...good, timestamp: String(NOW + 1) },
      { ...good, body: Buffer.from(creditBody({ amount: '9500.50' })) },
      { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) },
    ])
      expect(refused(wrong)).toMatchObject({ ok: false, wrong: 'wrong_signature' });
  });
  test('a call signed more than 5 minutes ago, or from now, is too old', { tags: ['B9.3'] }, () => {
    for (const at of [NOW - 301, NOW + 301])
      expect(refused(call(creditBody(), at))).toMatchObject({ ok: false, wrong: 'too_old' });
    for (const at of [NOW - 300, NOW + 300]) expect(refused(call(creditBody(), at))).toMatchObject({ ok: true });
  });
  test('a body that is no credit is not guessed', { tags: ['B9.3'] }, () => {
    for (const more of [
      { type: 'reversal' },
      { reference: '' },
      { reference: 'a b' },
      { account_number: '12' },
      { amount: 2500 },
      { amount: '2500' },
      { amount: '2,500.00' },
      { amount: '0.00' },
      { amount: '-1.00' },
      { occurred_at: '2026-11-24' },
      { sequence: 0 },
    ])
      expect(refused(call(creditBody(more)))).toMatchObject({ ok: false, wrong: 'not_readable' });
    for (const body of ['', '[]', 'credit', '{"type":"credit"', '\ufffd'])
      expect(refused(call(body))).toMatchObject({ ok: false, wrong: 'not_readable' });
  });
  test('a good call is a credit, its amount in kobo', { tags: ['B9.3'] }, () => {
    expect(make().readCredit(call(creditBody()), NOW)).toEqual({
      ok: true,
      credit: { reference: 'TRX-1', account_number: '7000000001', kobo: 250_050, at: 1_795_251_000, sequence: 1 },
    });
  });
});

describe('the generic adapter over HTTP', () => {
  const open = () => generic().openAccount({ owner: { type: 'buyer', id: 'ada' }, ...ADA });
  test('the bank’s own refusal is told in its words, without the BVN', { tags: ['B9.3'] }, async () => {
    local.next = { status: 422, body: { message: 'BVN 22233344455 is of another name.' } };
    const error = await open().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(BankRefused);
    expect((error as Error).message).toBe('BVN ... is of another name.');
  });
  test.each([
    [500, {}],
    [302, {}],
    [200, { account_number: 'abc', account_name: 'Ada', bank: { code: '1', name: 'Bank' } }],
    [200, { account_number: '7000000001', account_name: 'Ada', bank: { code: 'SIM', name: 'Bank' } }],
    [200, { account_number: '7000000001', account_name: 'x'.repeat(70_000), bank: { code: '1', name: 'Bank' } }],
  ])('an answer %s %j opens nothing', { tags: ['B9.3'] }, async (status, body) => {
    local.next = { status, body };
    const error = await open().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(BankRefused);
  });
  test('what it sends is signed over body and time', { tags: ['B9.3'] }, async () => {
    await open();
    expect(local.requests.at(-1)).toEqual({
      path: '/v1/accounts',
      body: { reference: 'buyer:ada', ...ADA },
      signed: true,
    });
  });
});
