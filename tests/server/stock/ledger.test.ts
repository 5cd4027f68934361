/**
 * A real monthly stock ledger (../shared/data/stock_ledger) played by calls: what is received is a shipment, what is distributed an issue, an adjustment or a
 * break between two months a count. Stock and reports are then what the ledger says, by sums that were made elsewhere (checks.json).
 *
 * The 88 sites of a month are played as their 20 regions, whose figures are sums of theirs, for two months. `FULL_LEDGER=1`: every site, thirty months.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import papa from 'papaparse';
import { expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, newKey, startServer } from '#tests/support/server.ts';
import { sharedPath } from '#tests/support/sharedData.ts';
import { brokenBooks, makeWorld, type Parties } from '#tests/support/stockWorld.ts';

const file = sharedPath('stock_ledger/civ_lmis_2016-01_2018-06.csv.gz');
const checksFile = sharedPath('stock_ledger/checks.json');
const checks = checksFile ? (JSON.parse(readFileSync(checksFile, 'utf8')) as Data) : null;
const IS_FULL = process.env.FULL_LEDGER === '1';
const DAY = 86_400;
/** After the last month of the ledger. Epoch seconds. */
const TODAY = Date.UTC(2018, 6, 15) / 1_000;

/** A row of the ledger, or the sum of those of a place: units of a product in a month. */
interface Figures {
  initial: number;
  received: number;
  distributed: number;
  adjusted_in: number;
  adjusted_out: number;
  end: number;
}
const NOTHING: Figures = { initial: 0, received: 0, distributed: 0, adjusted_in: 0, adjusted_out: 0, end: 0 };
const added = (a: Figures, b: Figures): Figures => ({
  initial: a.initial + b.initial,
  received: a.received + b.received,
  distributed: a.distributed + b.distributed,
  adjusted_in: a.adjusted_in + b.adjusted_in,
  adjusted_out: a.adjusted_out + b.adjusted_out,
  end: a.end + b.end,
});

type ByProduct = Map<string, Figures>;
type ByPlace = Map<string, ByProduct>;

/** The ledger by month ("2016-01"), place and product. */
function readLedger(path: string, placeOf: (row: Record<string, string>) => string): Map<string, ByPlace> {
  const text = gunzipSync(readFileSync(path)).toString('utf8');
  const months = new Map<string, ByPlace>();
  for (const row of papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' }).data) {
    const units = (name: string) => Number(row[`stock_${name}`]);
    const adjusted = units('adjustment');
    const figures = {
      ...{ initial: units('initial'), received: units('received'), distributed: units('distributed') },
      ...{ adjusted_in: Math.max(0, adjusted), adjusted_out: Math.max(0, -adjusted), end: units('end') },
    };
    const month = `${row.year}-${String(row.month).padStart(2, '0')}`;
    const places = months.get(month) ?? new Map<string, ByProduct>();
    const place = placeOf(row);
    const products = places.get(place) ?? new Map<string, Figures>();
    const code = row.product_code ?? '';
    products.set(code, added(products.get(code) ?? NOTHING, figures));
    months.set(month, places.set(place, products));
  }
  return new Map([...months].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sumOf = (rows: Iterable<Figures>): Figures => [...rows].reduce(added, NOTHING);

describeEachEngine('a real stock ledger', (database) => {
  test.skipIf(!file || !checks)(
    IS_FULL ? 'thirty months of 150 sites' : 'two months of 20 regions',
    { tags: ['B2.7', 'REP-12'], timeout: IS_FULL ? 7_200_000 : 240_000 },
    async () => {
      const server = await startServer(database());
      server.clock.now = TODAY;
      const w = await makeWorld(database(), server);
      const ledger = readLedger(file as string, (row) => String(IS_FULL ? row.site_code : row.region));
      const products = new Map<string, string>();
      for (const code of Object.keys(checks?.by_product)) products.set(code, await w.product(code, 1, 50_000));
      const idOf = (code: string) => products.get(code) ?? '';
      const hubs = new Map<string, { hub: string; rep: string }>();
      const placeOf = async (name: string) => {
        const known = hubs.get(name);
        if (known) return known;
        const hub = await w.party('seller', `${name} ${w.run}`);
        const made = { hub, rep: await w.party('sales_officer', `Rep of ${name} ${w.run}`, hub) };
        // Goods may be found where nothing came before.
        await sql`insert into warehouse (_id, created, modified, created_by, modified_by, parent_type, parent, owner_name)
          values (${newKey()}, ${TODAY}, ${TODAY}, '', '', 'seller', ${hub}, ${name})`.execute(w.db);
        hubs.set(name, made);
        return made;
      };
      const moved = async (parties: Parties, timestamp: number, lines: readonly (readonly [string, number])[]) => {
        if (lines.length === 0) return;
        const made = await w.call('POST', 'purchase_order/create', w.header(parties, { timestamp }));
        expect(made, JSON.stringify(made)).toMatchObject({ code: 200 });
        const column = <T>(of: (line: readonly [string, number]) => T) => lines.map(of);
        const answer = await w.call('POST', 'purchase_order_item/upsert_bulk', {
          purchase_order_id: made.data,
          ...{ product_id: column(([code]) => idOf(code)), op_key: column(() => newKey()) },
          ...{ quantity: column(([, units]) => units), quantity_accepted: column(([, units]) => units) },
          amount: column(([, units]) => `${units}.00`),
        });
        expect(answer.data).toMatchObject({ failed: 0 });
        expect((await w.execute(made.data as unknown as string)).message).toBe('Transfer successful.');
      };
      const counted = async (
        hub: string,
        reason: string,
        timestamp: number,
        figures: readonly (readonly [string, number])[],
      ) => {
        if (figures.length === 0) return;
        const answer = await w.call('POST', 'warehouse_log/adjust_bulk', {
          ...{ warehouse_id: await w.warehouseOf(hub), reason },
          product_id: figures.map(([code]) => idOf(code)),
          counted: figures.map(([, units]) => units),
          timestamp: figures.map(() => timestamp),
          op_key: figures.map(() => newKey()),
        });
        expect(answer.data, JSON.stringify(answer.data)).toMatchObject({ failed: 0 });
      };
      const reported = async (context: string, from: number, end: number) => {
        const warehouse_ids = await Promise.all([...hubs.values()].map(({ hub }) => w.warehouseOf(hub)));
        // A22: the sent end counts with its whole minute.
        const range = { warehouse_ids, from_timestamp: from, to_timestamp: end - 60, context };
        const { data } = await w.call('POST', 'warehouse_log/report', range);
        return new Map((data.products as Data[]).map((row) => [row.product_id as string, row.quantity as number]));
      };

      let breaks = 0;
      const months = [...ledger].slice(0, IS_FULL ? undefined : 2);
      for (const [month, places] of months) {
        const [year = 0, number = 0] = month.split('-').map(Number);
        const [from, end] = [Date.UTC(year, number - 1, 1) / 1_000, Date.UTC(year, number, 1) / 1_000];
        for (const [place, figures] of places) {
          const { hub, rep } = await placeOf(place);
          const held = await w.stock(hub);
          const rows = [...figures];
          const of = (pick: (one: Figures) => number) =>
            rows.map(([code, one]) => [code, pick(one)] as const).filter(([, units]) => units > 0);
          const begins = rows.filter(([code, { initial }]) => initial !== (held[idOf(code)] ?? 0));
          // What nobody had in the month before is opened; every other break is a count.
          const opened = begins.filter(([code, { initial }]) => held[idOf(code)] === undefined && initial > 0);
          await moved(
            ['distributor', w.distributor, 'seller', hub],
            from - DAY,
            opened.map(([code, { initial }]) => [code, initial]),
          );
          const broken = begins.filter(([code]) => held[idOf(code)] !== undefined);
          breaks += broken.length;
          await counted(
            hub,
            'count',
            from - DAY,
            broken.map(([code, { initial }]) => [code, initial]),
          );
          await moved(
            ['distributor', w.distributor, 'seller', hub],
            from + 2 * DAY,
            of((one) => one.received),
          );
          const after = await w.stock(hub);
          const now = new Map(rows.map(([code]) => [code, after[idOf(code)] ?? 0]));
          for (const [reason, pick, sign] of [
            ['found', (one: Figures) => one.adjusted_in, 1],
            ['lost', (one: Figures) => one.adjusted_out, -1],
          ] as const) {
            const changes = of(pick);
            for (const [code, units] of changes) now.set(code, (now.get(code) ?? 0) + sign * units);
            await counted(
              hub,
              reason,
              from + 3 * DAY,
              changes.map(([code]) => [code, now.get(code) ?? 0]),
            );
          }
          await moved(
            ['seller', hub, 'sales_officer', rep],
            from + 4 * DAY,
            of((one) => one.distributed),
          );
          const left = await w.stock(hub);
          for (const [code, one] of rows) expect(left[idOf(code)] ?? 0, `${month} ${place} ${code}`).toBe(one.end);
        }
        const whole = checks?.by_month[month] as Data;
        const all = sumOf([...places.values()].flatMap((one) => [...one.values()]));
        expect(all.end).toBe(whole.end);
        const received = await reported('shipment_received', from, end);
        const distributed = await reported('stock_issued', from, end);
        const sum = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((a, b) => a + b, 0);
        expect({ received: sum(received), distributed: sum(distributed) }).toEqual({
          received: whole.received,
          distributed: whole.distributed,
        });
        for (const [code, id] of products) {
          const want = sumOf([...places.values()].flatMap((one) => one.get(code) ?? []));
          expect([received.get(id) ?? 0, distributed.get(id) ?? 0], `${month} ${code}`).toEqual([
            want.received,
            want.distributed,
          ]);
        }
        const { rows: adjusted } = await sql<Data>`select reason, abs(sum(quantity))::int8 as units from warehouse_log
          where kind = 'adjustment' and reason in ('found', 'lost') and timestamp >= ${from} and timestamp < ${end}
          group by reason order by reason`.execute(w.db);
        const units = (reason: string) => adjusted.find((row) => row.reason === reason)?.units ?? 0;
        if (!IS_FULL) expect(units('found') - units('lost')).toBe(whole.adjusted_in - whole.adjusted_out);
      }
      // Sites come and go, and some counted something else than they had left.
      expect(breaks).toBeGreaterThan(0);
      expect(await brokenBooks(database())).toEqual([]);
    },
  );
});
