/** Accounts and credits of a real bank: opened outside of the transaction, posted once, refused and kept, decided by a person (B9.3). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { creditBody, HOOK_SECRET, type LocalBank, SECRET, signedBy, startLocalBank } from '#tests/support/localBank.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('bank', (database) => {
  let bank: LocalBank;
  let server: TestServer;
  let accountant: string;
  let account: string;
  beforeAll(async () => {
    bank = await startLocalBank();
    const settings = { url: bank.url, secret: SECRET, hookSecret: HOOK_SECRET };
    server = await startServer(database(), { environment: 'production', bank: settings });
    accountant = (await server.signInAs('manager.accountant', { name: 'Ada Accounts' })).token;
    await putRow(database(), 'store_type', { _id: 'kiosk', name: 'Kiosk', description: 'Small stand' });
    await putRow(database(), 'location', { _id: 'aguda', name: 'Aguda', state: 'Lagos', lga: 'Surulere' });
    for (const [at, name] of ['Ada Shop', 'Bola Shop', 'Chika Shop'].entries())
      await putRow(database(), 'buyer', {
        ...{ _id: `buyer_${at}`, name, phone: `0802100000${at}`, location_id: 'aguda', store_type_id: 'kiosk' },
        ...{ user_id: await buyerAccount(name, at) },
      });
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });
  const buyerAccount = async (name: string, at: number) => {
    await putRow(database(), 'user_account', {
      _id: `user_${at}`,
      role: 'buyer.buyer',
      name,
      email: `b${at}@example.test`,
    });
    return `user_${at}`;
  };
  const post = (path: string, fields: Record<string, unknown> = {}, key = newKey()) =>
    server.call('POST', path, fields, { token: accountant, key });
  const open = (owner: string) =>
    post('ledger_tag/virtual_account_create', {
      ...{ parent_type: 'buyer', parent_id: owner, first_name: 'Ada', last_name: 'Obi', bvn: '22233344455' },
    });
  const hook = (body: string, { at = server.clock.now, secret = HOOK_SECRET, headers = {} } = {}) =>
    server.send({
      method: 'POST',
      url: '/api/hooks/bank',
      headers: { ...signedBy(secret, body, at), ...headers },
      payload: body,
    });
  const report = (more: Record<string, unknown>, ways = {}) =>
    hook(creditBody({ account_number: account, ...more }), ways);
  const balance = async (owner = 'buyer_0') =>
    (await post('ledger/read_by_owner_specific', { head: 'buyer', owner })).data.balance;
  const kept = async (state = 'open') => (await post('bank_kept/read_all', { state })).data.rows;

  test('the bank is asked outside of the transaction: while it takes its time nobody waits for its lock', {
    tags: ['B9.3'],
  }, async () => {
    let answer = () => {};
    bank.hold = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const opening = open('buyer_0');
    while (bank.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // Another write that needs the one session of the embedded database, and the same owner asked again.
    expect(
      (
        await post('ledger_log/deposit_to', {
          ...{ head: 'buyer', owner: 'buyer_2', value: '1.00', tag: 'cash', description: 'Meanwhile' },
        })
      ).code,
    ).toBe(200);
    answer();
    const opened = await opening;
    expect(opened).toMatchObject({ code: 200, data: { bank: { name: 'Local Bank' } } });
    account = opened.data.account_number;
    expect(await open('buyer_0')).toMatchObject({ code: 409, message: 'Virtual account already exists.' });
    expect(JSON.stringify(server.lines)).not.toContain('22233344455');
  });

  test('what the bank refuses stands at the field; where it does not answer nothing is opened, and asked again it works', {
    tags: ['B9.3'],
  }, async () => {
    bank.next = { status: 422, body: { message: 'The name does not fit the BVN.' } };
    expect(await open('buyer_1')).toMatchObject({
      code: 422,
      data: { fields: { bvn: 'The bank refused: The name does not fit the BVN.' } },
    });
    bank.next = { status: 500, body: {} };
    expect(await open('buyer_1')).toMatchObject({ code: 503, message: 'The bank does not answer. Please try again.' });
    bank.next = {
      status: 200,
      body: { account_number: account, account_name: 'Ada', bank: { code: '9', name: 'Local Bank' } },
    };
    expect(await open('buyer_1')).toMatchObject({ code: 503, message: expect.stringContaining('somebody else') });
    expect((await open('buyer_1')).code).toBe(200);
  });

  describe('calls that are refused', () => {
    test('a wrong signature, a changed body, an old call: 401, nothing posted, kept with what can be done', {
      tags: ['B9.3'],
    }, async () => {
      const before = await balance();
      const forged = await report({ reference: 'FORGED' }, { secret: 'another-secret-0123456789-0123456789' });
      expect(forged).toMatchObject({ status: 401, data: { error: 'unauthorized' } });
      const body = creditBody({ account_number: account, reference: 'CHANGED' });
      const changed = await server.send({
        ...{ method: 'POST', url: '/api/hooks/bank', payload: body.replace('2500.50', '9500.50') },
        headers: signedBy(HOOK_SECRET, body, NOW),
      });
      expect(changed.status).toBe(401);
      expect((await report({ reference: 'OLD' }, { at: NOW - 301 })).status).toBe(401);
      expect((await server.send({ method: 'POST', url: '/api/hooks/bank', payload: '' })).status).toBe(401);
      expect((await hook('no credit')).status).toBe(400);
      expect(await balance()).toBe(before);
      const rows = await kept();
      expect(rows.map((row: { reason: string }) => row.reason).sort()).toEqual([
        'not_readable',
        'too_old',
        'wrong_signature',
        'wrong_signature',
        'wrong_signature',
      ]);
      const wrong = rows.find((row: { reference: string }) => row.reference === 'FORGED');
      expect(wrong).toMatchObject({ value: '2500.50', account_number: account, times: 1, owner: { name: 'Ada Shop' } });
      expect(await post('bank_kept/post', { _id: wrong._id })).toMatchObject({
        code: 409,
        message: 'The signature is wrong: nobody knows who sent this. It cannot be posted.',
      });
      for (const note of ['', 'ab']) expect((await post('bank_kept/dismiss', { _id: wrong._id, note })).code).toBe(422);
      expect((await post('bank_kept/dismiss', { _id: wrong._id, note: 'Not ours' })).code).toBe(200);
      expect(await post('bank_kept/dismiss', { _id: wrong._id, note: 'Not ours' })).toMatchObject({ code: 409 });
      expect(await balance()).toBe(before);
    });
    test('strangers fill no table, and a body that is too large is not read', { tags: ['B9.3'] }, async () => {
      const flood = await Promise.all(
        Array.from({ length: 220 }, (_, at) => hook(`{"n":${at}}`, { secret: 'another-secret-0123456789-0123456789' })),
      );
      expect(new Set(flood.map((one) => one.status))).toEqual(new Set([401]));
      const { rows } = await sql<{ n: number }>`select count(*) as n from bank_kept where reason = 'wrong_signature'
        and state = 'open'`.execute(database().kysely);
      expect(rows[0]?.n).toBeLessThanOrEqual(200);
      await sql`delete from bank_kept`.execute(database().kysely);
      expect((await hook('x'.repeat(16_001))).status).toBe(413);
      expect((await server.send({ method: 'GET', url: '/api/hooks/bank' })).status).toBe(404);
      server.clock.now += 60;
    });
    test('an account that no wallet has: 404, kept; a person chooses the wallet, and it is posted once', {
      tags: ['B9.3'],
    }, async () => {
      const [before, staff] = [await balance('buyer_2'), (await server.signInAs('manager.staff')).token];
      for (const at of [NOW, NOW + 5]) {
        const answer = await hook(creditBody({ reference: 'LOST', account_number: '7999999999' }), { at });
        expect(answer).toMatchObject({ status: 404, message: 'No wallet has this account number.' });
      }
      const [row] = await kept();
      expect(row).toMatchObject({ reason: 'unknown_account', times: 2, owner: null });
      const input = { _id: row._id, head: 'buyer', owner: 'buyer_2' };
      const asStaff = await server.call('POST', 'bank_kept/post', input, { token: staff, key: newKey() });
      expect(asStaff.code).toBe(403);
      expect((await post('bank_kept/post', { _id: row._id })).data.fields).toEqual({
        owner: 'Choose whose money it is.',
      });
      expect((await post('bank_kept/post', { ...input, owner: 'none' })).code).toBe(404);
      const both = await Promise.all([post('bank_kept/post', input), post('bank_kept/post', input)]);
      expect(both.map((one) => one.code).sort()).toEqual([200, 409]);
      expect(await balance('buyer_2')).toBe((Number(before) - 2500.5).toFixed(2));
      expect(await kept()).toEqual([]);
    });
  });

  test('a credit is posted once, however often and at whatever moment the bank repeats it', {
    tags: ['B9.3'],
  }, async () => {
    const before = Number(await balance());
    const answers = await Promise.all([0, 1, 2, 3].map((at) => report({ reference: 'TRX-1' }, { at: NOW + at })));
    expect(answers.map((one) => [one.status, one.data.outcome]).sort()).toEqual([
      [200, 'known'],
      [200, 'known'],
      [200, 'known'],
      [200, 'posted'],
    ]);
    expect(await balance()).toBe((before - 2500.5).toFixed(2));
    const { ledger } = { ledger: await post('ledger/read_by_owner_specific', { head: 'buyer', owner: 'buyer_0' }) };
    const logs = await server.call(
      'GET',
      'ledger_log/read_by_ledger',
      { ledger_id: ledger.data._id },
      { token: accountant },
    );
    expect(logs.data[0]).toMatchObject({
      tag: 'transfer',
      value: '2500.50',
      effect: '-2500.50',
      description: `Virtual account ${account}, bank reference TRX-1`,
      created_by: { name: 'system' },
    });
  });

  test('the very same call again, a call that was overtaken, a reference with another amount: 409 and kept', {
    tags: ['B9.3'],
  }, async () => {
    const before = await balance();
    // Signed and in time, but seen before.
    expect(await report({ reference: 'TRX-1' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('second time'),
    });
    expect(await report({ reference: 'TRX-3', sequence: 3 })).toMatchObject({ status: 200 });
    expect(await report({ reference: 'TRX-2', sequence: 2 })).toMatchObject({ status: 409 });
    expect(await report({ reference: 'TRX-3', sequence: 3, amount: '9.00' })).toMatchObject({ status: 409 });
    expect(await balance()).toBe((Number(before) - 2500.5).toFixed(2));
    const rows = await kept();
    expect(rows.map((row: { reason: string }) => row.reason).sort()).toEqual(['differs', 'out_of_order', 'replayed']);
    const of = (reason: string) => rows.find((row: { reason: string }) => row.reason === reason)._id;
    expect((await post('bank_kept/post', { _id: of('differs') })).code).toBe(409);
    expect((await post('bank_kept/post', { _id: of('replayed') })).code).toBe(409);
    // A person posts what was overtaken.
    expect(await post('bank_kept/post', { _id: of('out_of_order') })).toMatchObject({
      code: 200,
      message: 'Credit posted.',
    });
    expect(await balance()).toBe((Number(before) - 5001).toFixed(2));
    expect((await kept('posted')).map((row: { reference: string }) => row.reference)).toContain('TRX-2');
  });

  test('a statement posts what no call told, once; confirms what is known; shows what does not agree', {
    tags: ['B9.3'],
  }, async () => {
    const before = Number(await balance());
    const row = (reference: string, value: string, number = account) => ({ reference, value, account_number: number });
    const send = (rows: ReturnType<typeof row>[]) =>
      post(
        'bank_statement/import_bulk',
        {
          reference: rows.map((one) => one.reference),
          account_number: rows.map((one) => one.account_number),
          value: rows.map((one) => one.value),
          occurred_at: rows.map(() => NOW + 86_400),
          op_key: rows.map(() => newKey()),
        },
        undefined,
      );
    const statement = [
      row('TRX-1', '2500.50'),
      row('TRX-3', '7.00'),
      row('TRX-9', '100.00'),
      row('TRX-9', '100.00'),
      row('STRANGE', '5.00', '7888888888'),
      row('', '5.00'),
      row('BAD', '1,000'),
      row('BAD', '-5.00'),
      row('BAD', '5.00', 'abc'),
    ];
    const first = await send(statement);
    expect(first.data.results.map((one: { code: number; message: string }) => [one.code, one.message])).toEqual([
      [200, 'Known: it was posted before.'],
      [409, 'This reference was posted already, with another account or amount.'],
      [200, 'Posted.'],
      [200, 'Known: it was posted before.'],
      [200, 'Kept for a person: no wallet has this account number.'],
      [422, 'Reference field is required.'],
      [422, 'Amount must be a number.'],
      [422, 'Amount must be more than 0.'],
      [422, 'Account number must be 6 to 20 digits.'],
    ]);
    await send(statement);
    expect(await balance()).toBe((before - 100).toFixed(2));
    // The bank's call comes after its own statement.
    expect((await report({ reference: 'TRX-9', amount: '100.00', sequence: 9 })).data).toEqual({ outcome: 'known' });
    expect(await balance()).toBe((before - 100).toFixed(2));
    const missing = await post('bank_credit/not_in_statement');
    expect(missing.data.rows.map((one: { reference: string }) => one.reference)).toEqual(
      expect.arrayContaining(['TRX-2', 'TRX-3']),
    );
    expect(missing.data.rows[0]).toMatchObject({ value: '2500.50', owner: expect.objectContaining({ head: 'buyer' }) });
    expect(missing.data.rows.map((one: { reference: string }) => one.reference)).not.toContain('TRX-1');
  });

  test('what was kept is settled when the credit comes by itself; each wallet is still the sum of its log', {
    tags: ['B9.3'],
  }, async () => {
    expect((await report({ reference: 'LATE', sequence: 20 }, { at: NOW - 900 })).status).toBe(401);
    expect((await report({ reference: 'LATE', sequence: 20 })).data).toEqual({ outcome: 'posted' });
    expect((await kept('settled')).map((row: { reference: string }) => row.reference)).toContain('LATE');
    const admin = (await server.signInAs('administrator.administrator')).token;
    const check = await server.call('POST', 'ledger/check', {}, { token: admin, key: newKey() });
    expect(check.data.wrong).toEqual([]);
  });

  test('a made-up bank has no address that could be called', { tags: ['K12', 'S18'] }, async () => {
    const trial = await startServer(database());
    const body = creditBody();
    const answer = await trial.send({
      ...{ method: 'POST', url: '/api/hooks/bank', payload: body },
      headers: signedBy('', body, NOW),
    });
    expect(answer.status).toBe(404);
    await trial.close();
  });
});
