/** The least that Node and PostgreSQL can do: the page's statement of a call over bare `pg` and `node:http`, compressed, in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import pg from 'pg';

/** Statements with their values; the n-th question gets them in turn. */
export type Statements = readonly { readonly text: string; readonly values: unknown[] }[];

const compress = promisify(brotliCompress);
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
let statements: Statements = [];

const pool = new pg.Pool({
  connectionString: process.env.BARE_DATABASE_URL,
  max: 12,
  options: '-c jit=off -c work_mem=16MB',
});

const server = createServer(async (asked, answer) => {
  const turn = Number(/\d+$/.exec(asked.url ?? '')?.[0] ?? 0);
  const statement = statements[turn % statements.length];
  if (!statement) return void answer.writeHead(404).end();
  const { rows } = await pool.query(statement.text, statement.values);
  const text = JSON.stringify({ code: 200, message: 'OK', data: { rows, total: 0 } });
  answer.setHeader('content-type', 'application/json; charset=utf-8');
  if (text.length <= 1_400) return void answer.end(text);
  answer.setHeader('content-encoding', 'br');
  answer.end(await compress(text, OPTIONS));
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (next: Statements) => {
  statements = next;
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit());
