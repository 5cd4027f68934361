/** The real server in this process. `call` goes through everything except the socket. */
import { createHash, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { encodeForm } from '#contract/form.ts';
import type { Role } from '#domain/permissions.ts';
import { storePassword } from '#server/auth/passwords.ts';
import { tokenHash } from '#server/auth/session.ts';
import type { Handler } from '#server/calls/handler.ts';
import { newId } from '#server/calls/ids.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import type { ClusterGate } from '#server/db/postgres/clusterGate.ts';
import { allHandlers } from '#server/handlers.ts';
import { createServer } from '#server/http/app.ts';
import { NO_WATCH, type Watch } from '#server/watch/watch.ts';
import { secondPool, TWO_SERVERS } from './database.ts';

/** 21 November 2026, 10:00 in Lagos. */
export const NOW = 1_795_251_600;

export interface ApiAnswer<T = unknown> {
  status: number;
  code: number;
  message: string;
  data: T;
  headers: Record<string, string | undefined>;
  text: string;
}

export interface Ask {
  token?: string | undefined;
  key?: string | undefined;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: the server checks every answer against its contract already; tests look into them freely
export type Data = Record<string, any> & any[];
export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** The hash that the browser sends for a password (B10.5). */
export const passwordHash = (password: string) => createHash('sha256').update(password).digest('hex');

/** `more`: answers of calls that only this test has. */
export async function startServer(
  database: Database,
  changes: Partial<Config> = {},
  more: readonly Handler[] = [],
  watch: Watch = NO_WATCH,
  gate?: ClusterGate,
) {
  const config: Config = {
    ...readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null),
    scryptCost: 1_024,
    callsPerMinute: 1_000_000,
    ...changes,
  };
  const clock = { now: NOW };
  const lines: Record<string, unknown>[] = [];
  const serve = async (over: Database) => {
    const made = await createServer({
      database: over,
      config,
      answers: [...allHandlers(config), ...more],
      log: (line) => lines.push(line),
      now: () => clock.now,
      newId,
      watch,
      gate,
    });
    await made.ready();
    return made;
  };
  const server = await serve(database);
  const beside = TWO_SERVERS ? await secondPool(database) : null;
  if (TWO_SERVERS && database.engine === 'postgres' && !beside)
    throw new Error('There is no second pool to this database.');
  const servers = beside ? [server, await serve(beside)] : [server];
  let turn = 0;

  /** Any request, unchanged. `call` is for usual requests. */
  async function send(request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<ApiAnswer<Data>> {
    turn += 1;
    const response = await (servers[turn % servers.length] ?? server).inject(request as InjectOptions);
    let envelope: { code?: number; message?: string; data?: unknown } = {};
    try {
      envelope = JSON.parse(response.payload) as typeof envelope;
    } catch {
      // The answer is no JSON, so the caller looks at `text`.
    }
    return {
      status: response.statusCode,
      code: envelope.code ?? 0,
      message: envelope.message ?? '',
      data: envelope.data as Data,
      headers: response.headers as Record<string, string | undefined>,
      text: response.payload,
    };
  }

  function call(
    method: 'GET' | 'POST',
    path: string,
    fields: Readonly<Record<string, unknown>> = {},
    ask: Ask = {},
  ): Promise<ApiAnswer<Data>> {
    const text = encodeForm(fields);
    const headers: Record<string, string> = {
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(ask.token ? { authorization: `Bearer ${ask.token}` } : {}),
      ...(ask.key ? { 'idempotency-key': ask.key } : {}),
      ...ask.headers,
    };
    if (method === 'GET') return send({ method, url: `/api/${path}${text ? `?${text}` : ''}`, headers });
    return send({ method, url: `/api/${path}`, headers, payload: text });
  }

  /** An account of a role. It is active and has a password, unless `more` says otherwise. */
  async function account(
    role: Role,
    more: {
      email?: string;
      password?: string;
      status?: string;
      must_change?: boolean;
      seller_id?: string;
      name?: string;
    } = {},
  ) {
    const userId = newId();
    const email = more.email ?? `${role}.${userId.slice(-12)}@example.test`;
    const password = more.password ?? 'Correct-horse-7';
    const stored = await storePassword(passwordHash(password), config.scryptCost);
    await sql`insert into user_account (_id, role, name, email, status, password_hash, password_salt, must_change, seller_id, created, modified)
      values (${userId}, ${role}, ${more.name ?? `Ada ${role}`}, ${email}, ${more.status ?? 'active'}, ${stored.password_hash},
        ${stored.password_salt}, ${more.must_change ?? false}, ${role.startsWith('sales_officer.') ? (more.seller_id ?? null) : null}, ${clock.now}, ${clock.now})`.execute(
      database.kysely,
    );
    if (role === 'seller.manager' && more.seller_id) await manageHub(userId, email, more.seller_id);
    return { user_id: userId, email, password, name: more.name ?? `Ada ${role}` };
  }

  /** Makes a person the manager of a hub (A48): the person and the active link replace the former ones. */
  async function manageHub(userId: string, email: string, sellerId: string) {
    const at = { created: clock.now, modified: clock.now };
    await putRow(database, 'manager', {
      ...{ _id: userId, user_id: userId, name: 'Ada', phone: userId.slice(-14), email, role: 'seller.manager', ...at },
    });
    await sql`update seller_manager set status = 'inactive' where seller_id = ${sellerId}`.execute(database.kysely);
    await putRow(database, 'seller_manager', { _id: newId(), seller_id: sellerId, manager_id: userId, ...at });
  }

  /** Opens a session for a new account of that role, without the sign-in call. Returns its token. */
  async function signInAs(role: Role, more: Parameters<typeof account>[1] = {}) {
    const made = await account(role, more);
    return { ...made, token: await openSession(made.user_id) };
  }

  async function openSession(userId: string, remember = true): Promise<string> {
    const token = randomUUID() + randomUUID();
    await sql`insert into session (token_hash, _id, user_id, created, last_seen, expires_at, remember)
      values (${tokenHash(token)}, ${newId()}, ${userId}, ${clock.now}, ${clock.now}, ${clock.now + 14 * 86_400}, ${remember})`.execute(
      database.kysely,
    );
    return token;
  }

  return {
    server,
    config,
    clock,
    lines,
    send,
    call,
    account,
    signInAs,
    openSession,
    close: async () => void (await Promise.all(servers.map((one) => one.close()))),
  };
}

/** A fresh idempotency key. */
export const newKey = () => randomUUID();

/** Inserts a row directly, which no call would make, or which would need many calls. */
export async function putRow(database: Database, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const full = { created: NOW, modified: NOW, ...row };
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(full).map((name) => sql.id(name)))})
    values (${sql.join(Object.values(full))})`.execute(database.kysely);
}

/** The fields of `purchase_order/create` for goods that a hub receives from a distributor. */
export const shipmentIn = (distributor: unknown, hub: unknown, timestamp = Math.floor(Date.now() / 1_000)) => ({
  ref: '*',
  timestamp,
  tag: 'purchase_order',
  meta: '{}',
  source_type: 'distributor',
  source: distributor,
  destination_type: 'seller',
  destination: hub,
});
