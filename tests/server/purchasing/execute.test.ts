/** The moment stock moves (B3.10 to B3.25, B4.1, B4.2, B6.4): refusals first, then what it does. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';

describeForTwoServers('execute', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });
  const logs = async (order: string) => {
    const { rows } =
      await sql<Data>`select * from warehouse_log where purchase_order_id = ${order} order by quantity`.execute(
        database().kysely,
      );
    return rows;
  };

  describe('refused', () => {
    test('404 for an unknown and a deleted order', { tags: ['B3.13'] }, async () => {
      expect(await w.execute('nowhere')).toMatchObject({ code: 404, message: 'Purchase order not found' });
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      expect((await w.call('POST', 'purchase_order/delete', { _id: id })).code).toBe(200);
      expect((await w.execute(id)).code).toBe(404);
    });
    test('403 without a door: staff never; the warehouse officer not for a plain transfer', {
      tags: ['B3.10', 'A1'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      expect((await w.execute(id, {}, { token: w.staff.token })).code).toBe(403);
      const plain = await w.order(['seller', w.hub, 'seller', w.hub2], [[w.milk, 12]]);
      expect((await w.execute(plain, {}, { token: w.officer.token })).code).toBe(403);
      expect((await w.execute(plain, { commit: false }, { token: w.officer.token })).code).toBe(403);
    });
    test('an order without lines, or whose lines all moved 0: error "empty", code 200', {
      tags: ['B3.12'],
    }, async () => {
      for (const lines of [[], [[w.milk, 12, 0]]] as const) {
        const id = await w.order(w.shipIn, lines);
        const response = await w.execute(id);
        expect(response).toMatchObject({
          code: 200,
          message: 'Transfer failed.',
          data: {
            committed: false,
            tag: 'purchase_order',
            errors: [{ code: 'empty', message: 'No products to transfer.' }],
          },
        });
        expect((await w.execute(id, { error_on_empty: undefined })).data.errors).toHaveLength(1);
        expect((await w.read(id)).tag).toBe('purchase_order');
      }
    });
    test('hub short: every short line is listed in cases and units, nothing moves', {
      tags: ['B3.14', 'B3.15'],
    }, async () => {
      await w.fill([
        [w.milk, 40],
        [w.rice, 3],
        [w.soap, 7],
      ]);
      const before = await w.stock(w.hub);
      const id = await w.order(w.issue, [
        [w.milk, 41],
        [w.rice, 4],
        [w.soap, 7],
      ]);
      const response = await w.execute(id);
      expect(response.message).toBe('Transfer failed.');
      expect(response.data.errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            code: 'short_stock',
            product_id: w.milk,
            requested: 41,
            available: 40,
            message: `Milk ${w.run}: 3 cases 5 units needed, 3 cases 4 units available.`,
          }),
          expect.objectContaining({ code: 'short_stock', product_id: w.rice, requested: 4, available: 3 }),
        ]),
      );
      expect(response.data.errors).toHaveLength(2);
      expect(await w.stock(w.hub)).toEqual(before);
      expect(await w.warehouseOf(w.rep)).toBeNull();
      expect(await logs(id)).toEqual([]);
    });
    test('a hub or associate without a warehouse has nothing to give, and none is made', {
      tags: ['B2.2'],
    }, async () => {
      const id = await w.order(w.giveBack, [[w.milk, 12]]);
      expect((await w.execute(id)).data.errors).toMatchObject([{ code: 'short_stock', available: 0, requested: 12 }]);
      expect(await w.warehouseOf(w.rep)).toBeNull();
      const empty = await w.order(w.giveBack);
      const response = await w.execute(empty, { error_on_empty: false });
      expect(response.data).toMatchObject({ committed: true, moved_lines: 0, source_warehouse: null });
      expect(await w.warehouseOf(w.rep)).toBeNull();
    });
    test('warehouse_inactive; party_inactive, product_inactive: all in one list', {
      tags: ['B2.3', 'B3.14'],
    }, async () => {
      await w.fill([[w.milk, 12]]);
      const id = await w.order(w.issue, [[w.milk, 12]]);
      const db = database().kysely;
      await sql`update warehouse set status = 'inactive' where parent = ${w.hub}`.execute(db);
      await sql`update sales_officer set status = 'inactive', name = ${`Bola Married ${w.run}`} where _id = ${w.rep}`.execute(
        db,
      );
      await sql`update product set status = 'inactive' where _id = ${w.milk}`.execute(db);
      const { errors } = (await w.execute(id)).data;
      // By the name he has now, under which he is looked for.
      expect(errors).toContainEqual({ code: 'party_inactive', message: `Bola Married ${w.run} is inactive.` });
      const codes = errors.map((one: Data) => one.code);
      expect(new Set(codes)).toEqual(
        new Set(['warehouse_inactive', 'party_inactive', 'product_inactive', 'short_stock']),
      );
    });
    test('a party deleted since is an entry of the error list, not a 404', { tags: ['B3.14'] }, async () => {
      const depot = await w.party('distributor', `Gone Depot ${w.run}`);
      const id = await w.order(['distributor', depot, 'seller', w.hub], [[w.milk, 12]]);
      await sql`update distributor set deleted_at = ${NOW} where _id = ${depot}`.execute(database().kysely);
      for (const commit of [false, true]) {
        expect(await w.execute(id, { commit })).toMatchObject({
          code: 200,
          message: 'Transfer failed.',
          data: {
            committed: false,
            errors: [{ code: 'party_inactive', message: `Gone Depot ${w.run} is inactive.` }],
          },
        });
      }
      expect(await w.stock(w.hub)).toEqual({});
    });
    test('an inactive product may go back (stock in, shipment out), with a warning', { tags: ['B3.14'] }, async () => {
      await w.fill([[w.milk, 12]]);
      await w.execute(await w.order(w.issue, [[w.milk, 12]]));
      const back = await w.order(w.giveBack, [[w.milk, 12]]);
      const rejected = await w.order(w.reject, [[w.milk, 12]]);
      await sql`update product set status = 'inactive' where _id = ${w.milk}`.execute(database().kysely);
      for (const id of [back, rejected]) {
        expect((await w.execute(id)).data).toMatchObject({
          committed: true,
          warnings: [{ code: 'product_inactive', product_id: w.milk }],
        });
      }
    });
    test('expect_digest of other lines: 409 items_changed, nothing moves; of these lines: it goes', {
      tags: ['B3.21', 'SYNC-33'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      const seen = w.digest((await w.items(id)) as never);
      expect((await w.read(id)).items_digest).toBe(seen);
      await w.put(id, [w.rice, 1]);
      const response = await w.execute(id, { expect_digest: seen });
      expect(response).toMatchObject({ code: 409, data: { error: 'items_changed' } });
      expect(response.message).toBe('The products of this transfer changed since you confirmed. Please review.');
      expect(await w.stock(w.hub)).toEqual({});
      const now = w.digest((await w.items(id)) as never);
      expect((await w.execute(id, { expect_digest: now })).message).toBe('Transfer successful.');
    });
    test('a refused execute stays the answer of its key; a new key after stock came works', {
      tags: ['B3.20'],
    }, async () => {
      const id = await w.order(w.issue, [[w.milk, 12]]);
      const key = newKey();
      const first = await w.execute(id, {}, { key });
      expect(first.message).toBe('Transfer failed.');
      await w.fill([[w.milk, 12]]);
      const again = await w.execute(id, {}, { key });
      expect(again.headers['idempotent-replay']).toBe('1');
      expect(again.data).toEqual(first.data);
      expect((await w.execute(id)).message).toBe('Transfer successful.');
    });
    test('nothing of a receipt can be changed, by calls or past them', { tags: ['B3.4'] }, async () => {
      const id = await w.fill([[w.milk, 12]]);
      const [line] = await w.items(id);
      const locked = { code: 409, data: { error: 'receipt_locked' } };
      expect(await w.put(id, [w.rice, 1])).toMatchObject(locked);
      expect(await w.put(id, [w.milk, 24], { _id: line._id })).toMatchObject(locked);
      expect(await w.call('POST', 'purchase_order_item/remove', { _id: line._id })).toMatchObject(locked);
      expect(await w.call('POST', 'purchase_order/update', { _id: id, meta: '{"a":1}' })).toMatchObject(locked);
      expect(await w.call('POST', 'purchase_order/delete', { _id: id })).toMatchObject(locked);
      const db = database().kysely;
      const open = await w.order(w.shipIn, [[w.rice, 12]]);
      const [own] = await w.items(open);
      const oil = await w.product('Oil', 1, 100);
      for (const lines of [
        sql`delete from purchase_order_item where _id = ${line._id}`,
        sql`update purchase_order_item set quantity = 1 where _id = ${line._id}`,
        // Among lines of an open transfer, into the receipt, and out of it.
        sql`update purchase_order_item set quantity = 1 where _id in (${own._id}, ${line._id})`,
        sql`delete from purchase_order_item where purchase_order_id in (${open}, ${id})`,
        sql`update purchase_order_item set purchase_order_id = ${id} where _id = ${own._id}`,
        sql`update purchase_order_item set purchase_order_id = ${open} where _id = ${line._id}`,
        sql`insert into purchase_order_item (_id, created, modified, purchase_order_id, product_id, quantity, amount_kobo)
          select 'new_' || o._id, 1, 1, o._id, ${oil}, 1, 1 from purchase_order o where o._id in (${open}, ${id})`,
      ])
        await expect(lines.execute(db)).rejects.toMatchObject({ code: 'KS002' });
      expect(await w.items(open)).toEqual([own]);
      expect((await w.items(id)).map((item: Data) => [item._id, item.quantity])).toEqual([[line._id, 12]]);
      for (const wrong of [
        sql`update purchase_order set meta = 'x' where _id = ${id}`,
        sql`update warehouse_log set quantity = 1 where purchase_order_id = ${id}`,
        sql`delete from warehouse_log where purchase_order_id = ${id}`,
        sql`update warehouse_product set quantity = -1 where product_id = ${w.milk}`,
        sql`update ledger_log set value_kobo = 1 where ref_id = ${id}`,
      ]) {
        await expect(wrong.execute(db)).rejects.toThrow();
      }
    });
  });

  describe('what the database itself refuses, whatever asks it', { tags: ['rule-31'] }, () => {
    test('a second log row of a line in one warehouse: a transfer is never moved twice', {
      tags: ['SYNC-31'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      await w.execute(id);
      const [row] = await logs(id);
      const { _id, ...copy } = row as Data;
      const columns = sql.join(Object.keys(copy).map((name) => sql.ref(name)));
      const again = sql`insert into warehouse_log (_id, ${columns}) select ${newKey()}, ${columns} from warehouse_log where _id = ${_id}`;
      await expect(again.execute(database().kysely)).rejects.toMatchObject({
        code: '23505',
        message: expect.stringContaining('warehouse_log_once'),
      });
      expect(await logs(id)).toHaveLength(2);
    });
    test('a stock below zero', { tags: ['SYNC-31', 'P5'] }, async () => {
      await w.fill([[w.milk, 12]]);
      const db = database().kysely;
      const set = (quantity: number) =>
        sql`update warehouse_product set quantity = ${quantity} where product_id = ${w.milk}`.execute(db);
      await expect(set(-1)).rejects.toMatchObject({
        code: '23514',
        message: expect.stringContaining('warehouse_product_not_negative'),
      });
      expect((await w.stock(w.hub))[w.milk]).toBe(12);
    });
  });

  describe('dry run', () => {
    test('same shape, committed false, nothing written, no key kept, no warehouse made', {
      tags: ['B3.11'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 24]]);
      const key = newKey();
      for (const fields of [{ commit: false }, { commit: undefined }]) {
        const response = await w.execute(id, fields, { key });
        expect(response).toMatchObject({
          code: 200,
          message: 'Transfer can be completed.',
          data: {
            committed: false,
            tag: 'purchase_order',
            errors: [],
            moved_lines: 1,
            moved_units: 24,
            executed_at: null,
            warnings: [{ code: 'opening_booked' }],
            lines: [{ product_id: w.milk, moved: 24, source_after: 0, destination_after: 24 }],
          },
        });
      }
      expect(await w.warehouseOf(w.hub)).toBeNull();
      expect(await w.warehouseOf(w.distributor)).toBeNull();
      const { rows } = await sql`select 1 from idempotency where key = ${key}`.execute(database().kysely);
      expect(rows).toEqual([]);
      expect((await w.execute(id, {}, { key })).message).toBe('Transfer successful.');
    });
  });

  describe('done', () => {
    test('shipment in: both warehouses made, opening booked, paired logs, prices, wallet, receipt', {
      tags: ['TRF-06', 'B3.17'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 30, 24, '25000.00']], { token: w.officer.token });
      const response = await w.execute(id, {}, { token: w.officer.token });
      expect(response).toMatchObject({
        code: 200,
        message: 'Transfer successful.',
        data: {
          tag: 'receipt',
          committed: true,
          errors: [],
          warnings: [{ code: 'opening_booked', requested: 24, available: 0 }],
          moved_lines: 1,
          moved_units: 24,
          amount: '25000.00',
          amount_accepted: '20000.00',
          executed_at: NOW,
          lines: [{ product_id: w.milk, quantity: 30, moved: 24, source_after: 0, destination_after: 24 }],
        },
      });
      const rows = await logs(id);
      const shared = {
        kind: 'shipment_in',
        cost_price_kobo: 1_000_000,
        sell_price_kobo: 1_200_000,
        timestamp: NOW,
        ref: response.data.ref,
      };
      expect(rows).toMatchObject([
        { ...shared, quantity: -24, balance_after: 0, warehouse_id: await w.warehouseOf(w.distributor) },
        { ...shared, quantity: 24, balance_after: 24, warehouse_id: await w.warehouseOf(w.hub) },
      ]);
      const { rows: opening } =
        await sql<Data>`select * from warehouse_log where kind = 'opening' and note = ${`Opening for ${response.data.ref}`}`.execute(
          database().kysely,
        );
      expect(opening).toMatchObject([
        { quantity: 24, balance_after: 24, purchase_order_id: null, cost_price_kobo: 1_000_000 },
      ]);
      expect(opening[0]?.ref).toMatch(/^OPEN-/);
      expect(await w.wallet(w.distributor)).toBe(-2_000_000);
      expect(await w.read(id)).toMatchObject({
        tag: 'receipt',
        label: 'Shipment Received',
        executed_at: NOW,
        executed_by: { name: 'Tunde Officer' },
        amount_accepted: '20000.00',
        timestamp: NOW,
      });
      expect(await brokenBooks(database())).toEqual([]);
    });
    test('stock out and in: sell price is the line rate, cost is the hub average; the associate owes, then less', {
      tags: ['B4.1', 'B4.2'],
    }, async () => {
      await w.fill([[w.milk, 12, 12, '10000.00']]);
      await w.fill([[w.milk, 24, 24, '26000.00']]);
      // (12 x 10,000 + 24 x 13,000) / 36 = 12,000 a case.
      const { rows } =
        await sql<Data>`select cost_price_kobo from warehouse_product where product_id = ${w.milk} and warehouse_id = ${await w.warehouseOf(w.hub)}`.execute(
          database().kysely,
        );
      expect(rows[0]?.cost_price_kobo).toBe(1_200_000);
      const out = await w.order(w.issue, [[w.milk, 24, 24, '30000.00']]);
      await w.execute(out);
      expect(await logs(out)).toMatchObject([
        { quantity: -24, cost_price_kobo: 1_200_000, sell_price_kobo: 1_500_000 },
        { quantity: 24, cost_price_kobo: 1_200_000, sell_price_kobo: 1_500_000 },
      ]);
      expect(await w.wallet(w.rep)).toBe(3_000_000);
      const back = await w.order(w.giveBack, [[w.milk, 12, 12, '15000.00']]);
      await w.execute(back);
      expect(await w.wallet(w.rep)).toBe(1_500_000);
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 24 });
      expect(await w.stock(w.rep)).toEqual({ [w.milk]: 12 });
    });
    test('an issue and a return cost what the hub bought at, not the list price; what gives keeps its average', {
      tags: ['B4.1', 'B4.2'],
    }, async () => {
      const average = async (owner: string) => {
        const { rows } = await sql<{ kobo: number }>`select wp.cost_price_kobo as kobo from warehouse_product wp
          join warehouse w on w._id = wp.warehouse_id where w.parent = ${owner} and wp.product_id = ${w.milk}`.execute(
          database().kysely,
        );
        return rows[0]?.kobo;
      };
      const moves = async (...of: Parameters<typeof w.order>) => {
        const id = await w.order(...of);
        expect((await w.execute(id)).message).toBe('Transfer successful.');
        return (await logs(id)).map((row) => [row.quantity, row.cost_price_kobo, row.sell_price_kobo]);
      };
      await w.fill([[w.milk, 12, 12, '10000.00']]);
      expect(await moves(w.issue, [[w.milk, 6, 6, '9000.00']])).toEqual([
        [-6, 1_000_000, 1_800_000],
        [6, 1_000_000, 1_800_000],
      ]);
      expect([await average(w.hub), await average(w.rep)]).toEqual([1_000_000, 1_000_000]);
      await w.fill([[w.milk, 6, 6, '6500.00']]);
      // (6 x 10,000 + 6 x 13,000) / 12 = 11,500 a case; the associate's own stays.
      expect(await moves(w.giveBack, [[w.milk, 6, 6, '9000.00']])).toEqual([
        [-6, 1_150_000, 1_800_000],
        [6, 1_150_000, 1_800_000],
      ]);
      expect([await average(w.hub), await average(w.rep)]).toEqual([1_150_000, 1_000_000]);
      expect(await moves(w.reject, [[w.milk, 6, 6, '3000.00']])).toEqual([
        [-6, 600_000, 1_200_000],
        [6, 600_000, 1_200_000],
      ]);
      expect(await average(w.hub)).toBe(1_150_000);
    });
    test('of a distributor who holds a part, what is missing alone is opened, and averaged with what he held', {
      tags: ['B2.5', 'B4.2'],
    }, async () => {
      await w.fill([[w.milk, 12, 12, '10000.00']]);
      await w.execute(await w.order(w.reject, [[w.milk, 12, 12, '8000.00']]));
      const id = await w.order(w.shipIn, [[w.milk, 24, 24, '26000.00']]);
      const response = await w.execute(id);
      expect(response.data.warnings).toMatchObject([
        {
          code: 'opening_booked',
          message: `Milk ${w.run}: 1 case booked as opening stock.`,
          requested: 24,
          available: 12,
        },
      ]);
      const db = database().kysely;
      const { rows: opening } =
        await sql<Data>`select * from warehouse_log where kind = 'opening' and note = ${`Opening for ${response.data.ref}`}`.execute(
          db,
        );
      expect(opening).toMatchObject([{ quantity: 12, balance_after: 24, cost_price_kobo: 1_300_000 }]);
      const { rows } = await sql<Data>`select quantity, cost_price_kobo from warehouse_product
        where product_id = ${w.milk} and warehouse_id = ${await w.warehouseOf(w.distributor)}`.execute(db);
      // (12 x 8,000 + 12 x 13,000) / 24 = 10,500 a case, kept while nothing is left.
      expect(rows).toEqual([{ quantity: 0, cost_price_kobo: 1_050_000 }]);
      expect(await brokenBooks(database())).toEqual([]);
    });
    test('beside the active warehouse one that is switched off is no error, nor is a deleted one', {
      tags: ['B2.3'],
    }, async () => {
      const db = database().kysely;
      await w.fill([[w.milk, 12]]);
      for (const [owner, deleted] of [
        [w.hub, null],
        [w.rep, NOW],
      ] as const)
        await sql`insert into warehouse (_id, created, modified, status, parent_type, parent, owner_name, deleted_at)
          values (${`old_${owner}`}, ${NOW}, ${NOW}, 'inactive', ${owner === w.hub ? 'seller' : 'sales_officer'}, ${owner}, 'Old', ${deleted})`.execute(
          db,
        );
      expect((await w.execute(await w.order(w.issue, [[w.milk, 12]]))).data).toMatchObject({
        committed: true,
        errors: [],
        lines: [{ source_after: 0, destination_after: 12 }],
      });
    });
    test("the hub's own active selling price goes before the list price", { tags: ['B4.1'] }, async () => {
      await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
        values (${`sp_${w.run}`}, ${NOW}, ${NOW}, ${w.hub}, ${w.milk}, 1, 1450000)`.execute(database().kysely);
      const id = await w.fill([[w.milk, 12]]);
      expect((await logs(id))[0]?.sell_price_kobo).toBe(1_450_000);
    });
    test('shipment out: accepted more than expected is worth more, warned, and charged back', {
      tags: ['B3.7', 'B6.4'],
    }, async () => {
      await w.fill([[w.milk, 36, 36, '36000.00']]);
      const id = await w.order(w.reject, [[w.milk, 12, 18, '12000.00']]);
      const response = await w.execute(id);
      expect(response.data).toMatchObject({
        amount: '12000.00',
        amount_accepted: '18000.00',
        warnings: [{ code: 'over_delivery' }],
        moved_units: 18,
      });
      expect(await w.wallet(w.distributor)).toBe(-3_600_000 + 1_800_000);
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 18 });
    });
    test('a transfer between hubs moves stock at the source average and no wallet', { tags: ['A2'] }, async () => {
      await w.fill([[w.rice, 5, 5, '200000.00']]);
      // B4.1: whatever the line says, the goods cost what they cost; the line's rate is what they go over at.
      const id = await w.order(['seller', w.hub, 'seller', w.hub2], [[w.rice, 2, 2, '90000.00']]);
      expect((await w.execute(id)).data).toMatchObject({ committed: true });
      expect(await logs(id)).toMatchObject([
        { kind: 'transfer', cost_price_kobo: 4_000_000, sell_price_kobo: 4_500_000, quantity: -2 },
        { kind: 'transfer', cost_price_kobo: 4_000_000, sell_price_kobo: 4_500_000, quantity: 2 },
      ]);
      expect([await w.wallet(w.hub), await w.wallet(w.hub2)]).toEqual([0, 0]);
    });
    test('a line counted as 0 stays on the receipt and moves nothing; an uncounted one moves its quantity', {
      tags: ['B3.8'],
    }, async () => {
      const id = await w.order(w.shipIn, [
        [w.milk, 12, 0],
        [w.rice, 3, ''],
      ]);
      expect((await w.execute(id)).data).toMatchObject({ moved_lines: 1, moved_units: 3 });
      expect(await w.items(id)).toHaveLength(2);
      expect(await w.stock(w.hub)).toEqual({ [w.rice]: 3 });
    });
    test('a line of 0 that something came for is worth its default rate', { tags: ['B3.7'] }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 0, 6]]);
      expect((await w.execute(id)).data).toMatchObject({ amount: '0.00', amount_accepted: '6000.00', moved_units: 6 });
    });
    test('that default rate is the last price between the two, not the list price, and the receipt keeps it', {
      tags: ['B3.6', 'B3.7'],
    }, async () => {
      await w.fill([[w.milk, 12, 12, '10000']]);
      const id = await w.order(w.shipIn, [
        [w.milk, 0, 6],
        [w.rice, 2],
      ]);
      const acceptedAmounts = async () => [
        (await w.read(id)).amount_accepted,
        (await w.items(id)).map((item: Data) => item.amount_accepted),
      ];
      expect(await acceptedAmounts()).toEqual(['105000.00', ['5000.00', '100000.00']]);
      expect((await w.execute(id, { commit: false })).data.amount_accepted).toBe('105000.00');
      expect((await w.execute(id)).data).toMatchObject({ amount: '100000.00', amount_accepted: '105000.00' });
      const prices = (await logs(id)).filter((row) => row.product_id === w.milk).map((row) => row.cost_price_kobo);
      expect(prices).toEqual([1_000_000, 1_000_000]);
      // A later price between the two changes nothing of what was received.
      await w.fill([[w.milk, 12, 12, '11000']]);
      expect(await acceptedAmounts()).toEqual(['105000.00', ['5000.00', '100000.00']]);
      expect(await brokenBooks(database())).toEqual([]);
    });
    test('what a line of 0 is worth is frozen as it is when it moves, whatever its order kept of it before', {
      tags: ['B3.7', 'B3.17'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 0, 6]]);
      expect((await w.read(id)).amount_accepted).toBe('6000.00');
      await w.fill([[w.milk, 12, 12, '10000.00']]);
      expect((await w.execute(id)).data.amount_accepted).toBe('5000.00');
      expect((await w.read(id)).amount_accepted).toBe('5000.00');
      expect(await w.wallet(w.distributor)).toBe(-1_500_000);
    });
    test('a receipt keeps its key, its wallet row the figure as entered, the audit who made the warehouses', {
      tags: ['B3.17', 'B6.3', 'B12.1'],
    }, async () => {
      const key = newKey();
      const id = await w.order(w.shipIn, [[w.milk, 12, 12, '10000.00']]);
      const { data } = await w.execute(id, {}, { key });
      const db = database().kysely;
      const { rows } =
        await sql<Data>`select po.executed_key, g.tag, g.value_kobo, g.effect_kobo, g.description from purchase_order po
        join ledger_log g on g.ref_type = 'purchase_order' and g.ref_id = po._id where po._id = ${id}`.execute(db);
      expect(rows).toEqual([
        {
          executed_key: key,
          tag: 'receipt',
          value_kobo: 1_000_000,
          effect_kobo: -1_000_000,
          description: data.ref,
        },
      ]);
      const { rows: answer } = await sql<Data>`select action, model, record_label, after from audit_log
        where record_id in (${await w.warehouseOf(w.distributor)}, ${await w.warehouseOf(w.hub)}) order by record_label`.execute(
        db,
      );
      expect(answer).toEqual([
        {
          action: 'create',
          model: 'warehouse',
          record_label: `Dangote Depot ${w.run}`,
          after: { parent_type: 'distributor', parent: w.distributor },
        },
        {
          action: 'create',
          model: 'warehouse',
          record_label: `Mushin Hub ${w.run}`,
          after: { parent_type: 'seller', parent: w.hub },
        },
      ]);
    });
    test("an extra case given to an associate is worth the hub's own price", { tags: ['B3.6', 'B3.7'] }, async () => {
      await w.fill([[w.milk, 24, 24, '20000']]);
      await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
        values (${`sp7_${w.run}`}, ${NOW}, ${NOW}, ${w.hub}, ${w.milk}, 1, 1333300)`.execute(database().kysely);
      const id = await w.order(w.issue, [[w.milk, 0, 12]]);
      expect((await w.execute(id)).data.amount_accepted).toBe('13333.00');
      expect((await logs(id)).map((row) => row.sell_price_kobo)).toEqual([1_333_300, 1_333_300]);
      expect((await w.items(id))[0].amount_accepted).toBe('13333.00');
    });
    test('a receipt of goods that go back to a distributor tells an extra line at what it went back for', {
      tags: ['B3.7', 'B4.1'],
    }, async () => {
      await w.fill([[w.milk, 24, 24, '20000']]);
      const id = await w.order(w.reject, [[w.milk, 0, 6]]);
      expect((await w.execute(id)).data.amount_accepted).toBe('5000.00');
      expect((await w.items(id))[0].amount_accepted).toBe('5000.00');
    });
    test('error_on_empty=false: an empty order becomes a receipt with nothing moved', { tags: ['B3.12'] }, async () => {
      const id = await w.order(w.shipIn);
      expect((await w.execute(id, { error_on_empty: false })).data).toMatchObject({
        tag: 'receipt',
        committed: true,
        moved_lines: 0,
        lines: [],
        // B2.2: a distributor's is made as source too.
        source_warehouse: { _id: await w.warehouseOf(w.distributor), name: `Dangote Depot ${w.run}` },
      });
      expect(await w.wallet(w.distributor)).toBe(0);
      // B6.1, B6.3: what is worth nothing posts nothing, and makes no wallet.
      const { rows } = await sql`select 1 from ledger where owner = ${w.distributor}`.execute(database().kysely);
      expect(rows).toEqual([]);
    });
    test('the same key: the stored answer; another or none: 409 already_executed with the receipt head', {
      tags: ['B3.19'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      const key = newKey();
      const first = await w.execute(id, {}, { key });
      const again = await w.execute(id, {}, { key });
      expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1']);
      for (const other of [newKey(), undefined]) {
        expect(await w.execute(id, {}, { key: other })).toMatchObject({
          code: 409,
          message: 'This transfer has already been completed.',
          data: { error: 'already_executed', receipt: { _id: id, tag: 'receipt', executed_at: NOW } },
        });
      }
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 12 });
    });
    test("the business date stays the order's; created is the moment it ran", { tags: ['B3.25', 'B4.6'] }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      server.clock.now = NOW + 7_200;
      await w.execute(id);
      expect((await w.read(id)).timestamp).toBe(NOW);
      expect(await logs(id)).toMatchObject([
        { timestamp: NOW, created: NOW + 7_200 },
        { timestamp: NOW, created: NOW + 7_200 },
      ]);
    });
    test('stock that a transfer changed is told in the delta since then, with a new version', {
      tags: ['API-1.5', 'B2.4'],
    }, async () => {
      await w.fill([
        [w.milk, 24],
        [w.rice, 2],
      ]);
      const since = async (from: number) =>
        (
          await w.call('GET', 'warehouse_product/read_all', { warehouse_id: [await w.warehouseOf(w.hub)], since: from })
        ).data.rows.map((one: Data) => [one.product_id, one.quantity, one.version]);
      expect(await since(NOW + 50)).toEqual([]);
      server.clock.now = NOW + 100;
      await w.execute(await w.order(w.issue, [[w.milk, 12]]));
      expect(await since(NOW + 50)).toEqual([[w.milk, 12, 2]]);
    });
    test('the opposite transfer is linked both ways', { tags: ['B3.23'] }, async () => {
      const id = await w.fill([[w.milk, 12]]);
      const made = await w.call(
        'POST',
        'purchase_order/create',
        w.header(w.reject, { meta: JSON.stringify({ reverses: id }) }),
      );
      const opposite = await w.read(made.data as unknown as string);
      expect(opposite.reverses).toMatchObject({ _id: id });
      expect((await w.read(id)).reversed_by).toMatchObject([{ _id: opposite._id, ref: opposite.ref }]);
    });
  });
});
