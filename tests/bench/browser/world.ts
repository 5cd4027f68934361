/** The site of the browser benches: the demo, the products that one distributor carries, and both servers behind lines. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { sql } from 'kysely';
import { newId } from '#server/calls/ids.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { seedIfEmpty } from '#server/seed/seedIfEmpty.ts';
import { startOn } from '../../support/demoFolder.ts';
import { type Line, openLine } from './line.ts';
import { secureDoor } from './secure.ts';

export const DEPOT = 'Bench Depot';
/** How many products the depot carries; BENCH_PRODUCTS says otherwise. */
export const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 10_000);
const WORDS = ['Milo', 'Peak', 'Indomie', 'Golden', 'Dangote', 'Bournvita', 'Cowbell', 'Gino', 'Hypo', 'Omo'];

/** What the n-th product is called: no other one has all of these words. */
export const nameOf = (n: number) => `${WORDS[n % 10]} ${(n * 7919) % 1_000} g, pack ${n}`;

/** A number of a product in the middle of all, 4,701 and following of 10,000: no other product's number begins with it. */
export const middle = (n: number) => Math.round(PRODUCTS * 0.47) + n;

/** The code on the case of the n-th product. */
export const codeOf = (n: number) => `BENCH${n}`;

/** A data folder with the demo and the products, made by the server's own code. */
async function seed(dir: string): Promise<void> {
  const database = await openDatabase({ dir });
  await migrate(database);
  const now = () => Math.floor(Date.now() / 1_000);
  await seedIfEmpty(database, { environment: 'demo', scryptCost: 1_024, now, newId });
  const at = sql`${now() - 86_400}::int8`;
  const run = (text: ReturnType<typeof sql>) => text.execute(database.kysely);
  await run(sql`insert into manufacturer (_id, created, modified, name)
    select 'bm' || n, ${at}, ${at}, 'Bench Maker ' || n from generate_series(1, 50) n`);
  await run(sql`insert into brand (_id, created, modified, name, manufacturer_id)
    select 'bb' || n, ${at}, ${at}, 'Bench Brand ' || n, 'bm' || (n % 50 + 1) from generate_series(1, 500) n`);
  await run(sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id, barcode_case)
    select 'bp' || n, ${at}, ${at}, (${WORDS}::text[])[n % 10 + 1] || ' ' || (n * 7919 % 1000) || ' g, pack ' || n, 'A product for the bench', 'bs' || n,
      12, 1, 120000 + n, 'bb' || (n % 500 + 1), 'BENCH' || n from generate_series(1, ${PRODUCTS}::int4) n`);
  await run(
    sql`insert into distributor (_id, created, modified, name, address) values ('bench_depot', ${at}, ${at}, ${DEPOT}, 'Lagos')`,
  );
  await run(sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
    select 'bd' || n, ${at}, ${at}, 'bench_depot', 'bp' || n from generate_series(1, ${PRODUCTS}::int4) n`);
  // The other distributors would only lengthen "Prepare now", which is measured for one catalogue of 10,000.
  await run(sql`update distributor set status = 'inactive' where _id <> 'bench_depot'`);
  await database.tidy();
  await database.close();
}

export interface World {
  /** The address of our server without a line before it. */
  api: string;
  ours: Line;
  floor: Line;
  parts: Line;
  /** The floor's rows: as many, with the same names. */
  close(): Promise<void>;
}

/** What the floor reads: as many rows, with the same names. */
export const floorRows = (): string =>
  JSON.stringify(
    Array.from({ length: PRODUCTS }, (_, n) => ({
      _id: `bp${n + 1}`,
      name: nameOf(n + 1),
      brand: `Bench Brand ${((n + 1) % 500) + 1}`,
      price: '1200.00',
    })),
  );

/** `isSecure`: both sites behind TLS and HTTP/2, on a line whose connections start slowly, as a site outside of this machine is. */
export async function openWorld(floorDir: string, partsDir: string, isSecure = false): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-bench-'));
  await seed(dir);
  const server = await startOn(dir);
  const statics = await Promise.all([serve(floorDir), serve(partsDir)]);
  const [floorPort, partsPort] = statics.map((one) => (one.address() as AddressInfo).port) as [number, number];
  const doors = isSecure ? await Promise.all([secureDoor(server.port), secureDoor(floorPort)]) : [];
  const behind = (which: 0 | 1, port: number) => {
    const door = doors[which];
    return door ? openLine(() => door.port, { slowStart: true, scheme: 'https' }) : openLine(() => port);
  };
  const [ours, floor, parts] = await Promise.all([
    behind(0, server.port),
    behind(1, floorPort),
    openLine(() => partsPort),
  ]);
  return {
    api: `http://127.0.0.1:${server.port}`,
    ours,
    floor,
    parts,
    async close() {
      for (const line of [ours, floor, parts]) await line.cut();
      for (const door of doors) door.close();
      const gone = new Promise((resolve) => server.child.once('exit', resolve));
      server.child.kill('SIGKILL');
      await gone;
      for (const one of statics) {
        one.closeAllConnections();
        one.close();
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Files of a folder, compressed where a compressed one lies beside; every other address is the page. */
export async function serve(dir: string) {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const name = existsSync(join(dir, path)) && extname(path) !== '' ? path : '/index.html';
    const file = join(dir, name);
    const small = existsSync(`${file}.br`);
    response
      .writeHead(200, {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Cache-Control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(small ? { 'Content-Encoding': 'br' } : {}),
      })
      .end(readFileSync(small ? `${file}.br` : file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
