/** Headers of purchase orders (API.md 4.4, B3.1 to B3.4, B3.24) and their lists. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { formatMoney, koboOf } from '#domain/money.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import type { Parties, World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;

describeEachEngine('purchase orders', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });
  const create = (fields: Record<string, unknown>, ask = {}) => w.call('POST', 'purchase_order/create', fields, ask);
  const update = (_id: string, fields: Record<string, unknown>, ask = {}) =>
    w.call('POST', 'purchase_order/update', { _id, ...fields }, ask);
  const partiesOf = ([source_type, source, destination_type, destination]: Parties) => ({
    source_type,
    source,
    destination_type,
    destination,
  });

  describe('refused', () => {
    test('the texts of the documents', { tags: ['PO-18', 'PO-23', 'PO-24', 'A4'] }, async () => {
      expect((await create({})).data.fields).toMatchObject({
        tag: 'Tag field is required.',
        timestamp: 'Timestamp field is required.',
        meta: 'Meta field is required.',
        source: 'Seller field is required.',
        destination: 'Distributor field is required.',
      });
    });
    test('same party, another tag, a bad ref, a ref twice, unknown and inactive parties', {
      tags: ['PO-25', 'B3.2'],
    }, async () => {
      expect(await create(w.header(['seller', w.hub, 'seller', w.hub]))).toMatchObject({
        code: 422,
        message: 'Source and destination cannot be the same.',
      });
      expect(await create(w.header(w.shipIn, { tag: 'receipt' }))).toMatchObject({
        code: 422,
        message: 'Tag can only be changed by completing the transfer.',
      });
      expect(await create(w.header(w.shipIn, { ref: 'PO-1' }))).toMatchObject({
        code: 422,
        message: 'Ref is not valid.',
      });
      const [, , , , ...letters] = w.run.toUpperCase().replace(/[01IO]/g, 'A');
      const ref = `PO-ABCD${letters.join('')}`;
      expect((await create(w.header(w.shipIn, { ref }))).code).toBe(200);
      expect((await create(w.header(w.shipIn, { ref }))).code).toBe(409);
      expect(await create(w.header(['distributor', 'nobody', 'seller', w.hub]))).toMatchObject({
        code: 404,
        message: 'Distributor not found',
      });
      await sql`update seller set status = 'inactive' where _id = ${w.hub}`.execute(database().kysely);
      const response = await create(w.header(w.shipIn));
      expect(response.code).toBe(409);
      expect(response.message).toBe(`Mushin Hub ${w.run} is inactive.`);
    });
    test('another ref of an order that is there', { tags: ['API-4.4'] }, async () => {
      const id = await w.order(w.shipIn);
      const { ref } = await w.read(id);
      for (const more of [{}, { meta: '{"n":1}' }])
        expect(await update(id, { ref: 'PO-ABCDEFGH', ...more })).toMatchObject({
          code: 422,
          data: { error: 'validation', fields: { ref: 'Ref cannot be changed.' } },
        });
      for (const same of [ref, ref.toLowerCase(), '*'])
        expect((await update(id, { ref: same })).data).toMatchObject({ ref, version: 1 });
    });
    test('door 2 opens its own four kinds only; staff none', { tags: ['A1', 'SEC-06'] }, async () => {
      const officer = { token: w.officer.token };
      for (const parties of [w.shipIn, w.issue, w.giveBack, w.reject])
        expect((await create(w.header(parties), officer)).code).toBe(200);
      expect((await create(w.header(['seller', w.hub, 'seller', w.hub2]), officer)).code).toBe(403);
      expect((await create(w.header(w.shipIn), { token: w.staff.token })).code).toBe(403);
      const between = await w.order(['seller', w.hub, 'seller', w.hub2]);
      expect((await update(between, { meta: '{"a":1}' }, officer)).code, 'a transfer between hubs').toBe(403);
      const id = await w.order(w.shipIn);
      // B3.4: not into another kind, not even one whose door he holds.
      const [source_type, source, destination_type, destination] = w.reject;
      const moved = { source_type, source, destination_type, destination };
      expect((await update(id, moved, officer)).code).toBe(403);
      expect((await update(id, { meta: '{"a":1}' }, { token: w.staff.token })).code).toBe(403);
      expect((await update(id, moved)).data).toMatchObject({ kind: 'shipment_out', label: 'Shipment Rejected' });
    });
    test('the tag cannot be set by an update either', { tags: ['B3.2', 'B3.4', 'SEC-09'] }, async () => {
      const id = await w.order(w.shipIn);
      for (const more of [{}, { meta: '{"x":1}' }])
        expect(await update(id, { tag: 'receipt', ...more })).toMatchObject({
          code: 422,
          message: 'Tag can only be changed by completing the transfer.',
        });
      expect((await w.read(id)).tag).toBe('purchase_order');
    });
    test('delete: door 1 only, never a receipt; restore brings the lines back', { tags: ['B3.24'] }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      expect((await w.call('POST', 'purchase_order/delete', { _id: id }, { token: w.officer.token })).code).toBe(403);
      expect((await w.call('POST', 'purchase_order/delete', { _id: id })).data).toEqual({ _id: id });
      expect((await w.call('POST', 'purchase_order/delete', { _id: id })).code).toBe(200);
      expect((await w.call('GET', 'purchase_order/read', { _id: id })).code).toBe(404);
      expect((await w.call('GET', 'purchase_order_item/read_by_purchase_order', { purchase_order_id: id })).code).toBe(
        404,
      );
      expect((await w.put(id, [w.rice, 1])).code).toBe(404);
      expect((await w.call('POST', 'purchase_order/restore', { _id: id })).code).toBe(200);
      expect(await w.items(id)).toHaveLength(1);
    });
  });

  describe('written', () => {
    test('the server makes the ref and the tag; data is the new id; amount starts at 0', {
      tags: ['B3.2', 'A44'],
    }, async () => {
      const response = await create(w.header(w.shipIn, { amount: '500' }));
      expect(typeof response.data).toBe('string');
      expect(await w.read(response.data as unknown as string)).toMatchObject({
        ref: expect.stringMatching(/^PO-[A-HJ-NP-Z2-9]{8}$/),
        tag: 'purchase_order',
        kind: 'shipment_in',
        label: 'Shipment Received',
        amount: '0.00',
        source_obj: { _id: w.distributor, name: `Dangote Depot ${w.run}` },
        destination_obj: { _id: w.hub, name: `Mushin Hub ${w.run}` },
        source_warehouse: null,
        executed_at: null,
        items: [],
      });
    });
    test('every field of the documents, on create and, with _id, on update; unchanged ones change nothing', {
      tags: ['PO-29'],
    }, async () => {
      const response = await create(w.header(w.shipIn));
      const id = response.data as unknown as string;
      const before = await w.read(id);
      const sent = w.header(w.shipIn, { ref: before.ref, timestamp: before.timestamp, amount: before.amount });
      expect((await update(id, sent)).data).toMatchObject({ _id: id, version: 1, tag: 'purchase_order' });
      const [source_type, source, destination_type, destination] = w.giveBack;
      const moved = await update(id, { ...sent, source_type, source, destination_type, destination, meta: '{"a":1}' });
      expect(moved.data).toMatchObject({ _id: id, ref: before.ref, kind: 'stock_in', meta: '{"a":1}', version: 2 });
    });
    test('the same client_id under another key is the same order', {
      tags: ['B1.8', 'SYNC-14', 'SYNC-16'],
    }, async () => {
      const client_id = newKey();
      const first = await create(w.header(w.shipIn, { client_id }), { key: newKey() });
      expect((await create(w.header(w.shipIn, { client_id }), { key: newKey() })).data).toBe(first.data);
      expect(await create(w.header(w.issue, { client_id }), { key: newKey() })).toMatchObject({
        code: 409,
        data: { error: 'duplicate_client_id' },
      });
    });
    test('device clocks are put right, the future becomes now, returns are tomorrow', {
      tags: ['B3.3', 'K21'],
    }, async () => {
      const dated = async (
        parties: Parameters<World['header']>[0],
        timestamp: number,
        clientTime?: number,
        savedTime?: number,
      ) => {
        const response = await create(w.header(parties, { timestamp }), {
          headers: {
            ...(clientTime === undefined ? {} : { 'x-client-time': String(clientTime) }),
            ...(savedTime === undefined ? {} : { 'x-saved-time': String(savedTime) }),
          },
        });
        return response.code === 200 ? (await w.read(response.data as unknown as string)).timestamp : response.message;
      };
      expect(await dated(w.shipIn, 1_000_000)).toBe('Date is not valid.');
      expect(await dated(w.shipIn, NOW - 3 * DAY)).toBe(NOW - 3 * DAY);
      expect(await dated(w.shipIn, NOW + 200)).toBe(NOW + 200);
      expect(await dated(w.shipIn, NOW + DAY)).toBe(NOW);
      // The tablet runs two hours ahead.
      expect(await dated(w.shipIn, NOW + 7_200 - 60, NOW + 7_200)).toBe(NOW - 60);
      expect(await dated(w.giveBack, NOW)).toBe(NOW + DAY);
      expect(await dated(w.giveBack, NOW - DAY)).toBe(NOW + DAY);
      expect(await dated(w.giveBack, NOW + DAY)).toBe(NOW + DAY);
      expect(await dated(w.giveBack, NOW + 3 * DAY)).toBe(NOW + DAY);
      expect(await dated(w.giveBack, NOW - 8 * DAY)).toBe(NOW + DAY);
      expect(await dated(w.giveBack, NOW + 7_200 + DAY, NOW + 7_200)).toBe(NOW + DAY);
      // Work that was done offline counts on the day after it was saved, by a clock that is put right.
      expect(await dated(w.giveBack, NOW, NOW, NOW - 3 * DAY)).toBe(NOW - 2 * DAY);
      expect(await dated(w.giveBack, NOW, NOW + 7_200, NOW + 7_200 - 3 * DAY)).toBe(NOW - 2 * DAY);
      expect(await dated(w.giveBack, NOW, NOW, NOW - 30 * DAY)).toBe(NOW + DAY);
    });
    test('a return that is dated anew in a change is dated one day from now too', { tags: ['K21'] }, async () => {
      const back = await w.order(w.giveBack);
      const { timestamp } = await w.read(back);
      expect(timestamp).toBe(server.clock.now + DAY);
      expect((await update(back, { timestamp: NOW - 5 * DAY })).data).toMatchObject({ timestamp: NOW + DAY });
    });
    test('a date that is sent back as it was read stays, whatever the device clock says and however late', {
      tags: ['B3.3'],
    }, async () => {
      const fast = (ahead: number) => ({ headers: { 'x-client-time': String(server.clock.now + ahead) } });
      const read = async (id: string) => (await w.read(id)).timestamp;
      const shipped = await w.order(w.shipIn);
      for (const meta of ['{"n":1}', '{"n":2}'])
        expect((await update(shipped, { timestamp: await read(shipped), meta }, fast(7_200))).code).toBe(200);
      expect(await read(shipped)).toBe(NOW);
      // Chosen anew it is of that clock again.
      await update(shipped, { timestamp: NOW - DAY + 7_200 }, fast(7_200));
      expect(await read(shipped)).toBe(NOW - DAY);
      const back = await w.order(w.giveBack);
      server.clock.now += 9 * DAY;
      // The office was used meanwhile: a session that nobody uses for three days is over (S8).
      await sql`update session set last_seen = ${server.clock.now}`.execute(database().kysely);
      expect((await update(back, { timestamp: NOW + DAY, meta: '{"n":1}' })).data).toMatchObject({
        timestamp: NOW + DAY,
        version: 2,
      });
      // Another kind has a rule of its own, but the stored date is still of no device's clock.
      await update(shipped, { timestamp: NOW - DAY, ...partiesOf(w.issue) }, fast(7_200));
      expect(await read(shipped)).toBe(NOW - DAY);
      await update(shipped, { timestamp: NOW - DAY, ...partiesOf(w.giveBack) }, fast(7_200));
      expect(await read(shipped)).toBe(server.clock.now + DAY);
    });
    test('an update of the date alone is kept', { tags: ['B3.4'] }, async () => {
      const id = await w.order(w.shipIn);
      const response = await update(id, { timestamp: NOW - DAY });
      expect(response.data).toMatchObject({ timestamp: NOW - DAY, version: 2 });
      expect((await w.read(id)).timestamp).toBe(NOW - DAY);
    });
    test('base_version: mismatch is 409 with the current row, unless it says what is stored', {
      tags: ['B12.5', 'SYNC-32'],
    }, async () => {
      const id = await w.order(w.shipIn);
      expect((await update(id, { meta: '{"n":1}', base_version: 1 })).code).toBe(200);
      const response = await update(id, { meta: '{"n":2}', base_version: 1 }, { token: w.officer.token });
      expect(response).toMatchObject({ code: 409, data: { error: 'conflict', current: { _id: id, meta: '{"n":1}' } } });
      expect((await update(id, { meta: '{"n":1}', base_version: 1 })).data.version).toBe(2);
      expect((await update(id, { timestamp: NOW - DAY, base_version: 1 })).code).toBe(409);
    });
  });

  describe('read', () => {
    test('read_by_ref by GET and POST, with and without the slash, with items', {
      tags: ['API-08', 'API-4.4', 'A20'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      const { ref } = await w.read(id);
      for (const response of [
        await w.call('GET', 'purchase_order/read_by_ref/', { ref }),
        await w.call('POST', 'purchase_order/read_by_ref', { ref }),
      ])
        expect(response.data).toMatchObject({ _id: id, items: [{ product_id: w.milk }] });
      expect((await w.call('GET', 'purchase_order/read_by_ref', { ref: 'PO-ZZZZZZZZ' })).code).toBe(404);
    });
    test('filters, search, sort and pages', { tags: ['PO-05'] }, async () => {
      const old = await create(w.header(w.shipIn, { timestamp: NOW - 40 * DAY }));
      const shipped = await w.fill([[w.milk, 12]]);
      const issued = await w.order(w.issue, [[w.milk, 6, 6, '9000']]);
      const ids = async (fields: Record<string, unknown>) =>
        (await w.call('GET', 'purchase_order/read_all', { page: 1, search: w.run, ...fields })).data.rows.map(
          (row: Data) => row._id,
        );
      expect(new Set(await ids({}))).toEqual(new Set([shipped, issued, old.data]));
      expect((await ids({})).at(-1)).toBe(old.data);
      expect(await ids({ tag: 'receipt' })).toEqual([shipped]);
      expect(await ids({ source_type: 'seller' })).toEqual([issued]);
      expect(await ids({ destinations: [w.rep, w.hub2] })).toEqual([issued]);
      expect(await ids({ destinations: `${w.rep},${w.hub2}` })).toEqual([issued]);
      expect(await ids({ sources: [w.distributor], tag: 'purchase_order' })).toEqual([old.data]);
      expect(await ids({ kind: 'stock_out' })).toEqual([issued]);
      expect(await ids({ sort: '-amount', per_page: 1 })).toEqual([shipped]);
      expect(await ids({ from_timestamp: NOW - DAY, sort: 'amount' })).toEqual([issued, shipped]);
      expect(await ids({ to_timestamp: NOW - DAY })).toEqual([old.data]);
      // The sums are of all rows that the filters let through, not of one page; who does not ask pays for none.
      const sums = async (fields: Record<string, unknown>) =>
        (await w.call('GET', 'purchase_order/read_all', { page: 1, per_page: 1, search: w.run, ...fields })).data.sums;
      expect(await sums({})).toBeUndefined();
      const stored = (await w.call('GET', 'purchase_order/read_all', { search: w.run })).data as unknown as Data[];
      const kobo = (rows: Data[]) => rows.reduce((sum, row) => sum + koboOf(row.amount), 0);
      expect(kobo(stored)).toBeGreaterThan(900_000);
      const whole = await sums({ sums: true });
      expect(whole.amount).toBe(formatMoney(kobo(stored)));
      // Of several kinds each has its own sum.
      const none = { shipment_in: '0.00', shipment_out: '0.00', stock_in: '0.00', stock_out: '0.00' };
      expect(whole).toMatchObject({
        ...none,
        shipment_in: formatMoney(kobo(stored.filter((row) => row.kind === 'shipment_in'))),
        stock_out: '9000.00',
      });
      expect(koboOf(whole.shipment_in)).toBeGreaterThan(900_000);
      expect(await sums({ sums: true, source_type: 'seller' })).toEqual({
        amount: '9000.00',
        amount_accepted: '9000.00',
        ...none,
        stock_out: '9000.00',
      });
      expect(await sums({ sums: true, search: 'nothing-of-all-this' })).toEqual({
        amount: '0.00',
        amount_accepted: '0.00',
        ...none,
      });
      expect((await w.call('GET', 'purchase_order/read_all', { page: 1, sums: 'some' })).code).toBe(422);
      expect((await w.call('GET', 'purchase_order/read_all', { page: 1, sort: 'nothing' })).code).toBe(400);
      expect((await w.call('GET', 'purchase_order/read_all', { page: 1 }, { token: w.officer.token })).code).toBe(200);
      const hubRole = await server.signInAs('sales_officer.rep');
      expect((await w.call('GET', 'purchase_order/read_all', { page: 1 }, { token: hubRole.token })).code).toBe(403);
    });
  });
});
