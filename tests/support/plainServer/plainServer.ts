/**
 * A server that has only the calls of the three documents: form bodies, {code, message, data}, plain arrays, the token in a header. It keeps rows in
 * memory and knows no keys, pages or versions. It refuses unknown fields, and can lose answers. It also serves the built app, unless another address does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { SPECIALS } from './calls.ts';
import { ACCOUNT, type Row } from './data.ts';
import { genericAnswer, only } from './generic.ts';
import { openPlace, Refused } from './place.ts';

export { ACCOUNT } from './data.ts';

interface Wishes {
  /** The base of the calls. */
  api?: string;
  /** How answers write numbers: as numbers or as texts. */
  numbers?: 'number' | 'text';
  /** The HTTP status of an answer: its code, or always 200. */
  status?: 'code' | 'always 200';
  /** The name of the token's header, and the word before the token. */
  header?: string;
  scheme?: string;
  /** The origin of an app at another address that may make calls, with these headers only. */
  origin?: () => string;
  role?: string;
  /** The folder of the built app and the text of its where.json. Without it the server only answers calls. */
  app?: { dist: string; where?: string };
}

/** A call as it arrived. */
export interface PlainCall {
  method: string;
  path: string;
  fields: Record<string, readonly string[]>;
  headers: IncomingMessage['headers'];
  /** The code of the answer. Null: the answer was lost. */
  code: number | null;
}

export interface PlainServer {
  url: string;
  port: number;
  calls: PlainCall[];
  /** The rows of a model. Changes to them take effect. */
  rows(model: string): Row[];
  /** The server does the next call of this path, but its answer never arrives. */
  loseAnswer(path: string): void;
  /** The same, and the connection breaks before any byte. A browser repeats such a call by itself if the connection had worked before. */
  breakLine(path: string): void;
  /** Answers of this path wait until `release` is called. */
  hold(path: string): { release: () => void };
  /** While true, no call is done or answered. */
  cut(on: boolean): void;
  /** The next call of this path is refused. */
  refuse(path: string, code: number, message: string): void;
  close(): Promise<void>;
}

/** One grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export async function openPlainServer(wishes: Wishes = {}): Promise<PlainServer> {
  const {
    api = '/api/',
    numbers = 'number',
    status = 'code',
    header = 'authorization',
    scheme = 'Bearer ',
    origin,
    role = ACCOUNT.role,
    app,
  } = wishes;
  const place = openPlace(role);
  const calls: PlainCall[] = [];
  const lost = new Set<string>();
  const broken = new Set<string>();
  const refused = new Map<string, Refused>();
  const held = new Map<string, Promise<void>>();
  let isCut = false;

  function work(
    method: string,
    path: string,
    sent: ReadonlyMap<string, readonly string[]>,
    headers: IncomingMessage['headers'],
  ): unknown {
    const planned = refused.get(path);
    refused.delete(path);
    if (planned) throw planned;
    const token = String(headers[header.toLowerCase()] ?? '');
    if (
      path !== 'administrator/login_delegate' &&
      path !== 'states' &&
      path !== 'lgas' &&
      !(token.startsWith(scheme) && place.tokens.has(token.slice(scheme.length)))
    )
      throw new Refused(401, 'Please log in');
    const special = SPECIALS[path];
    if (special && special.method === method) {
      only(sent, special.fields);
      for (const name of special.fields)
        if (!name.endsWith('*') && !sent.has(name)) throw new Refused(400, `${name} is required`);
      return special.answer(place, sent);
    }
    const [model = '', call = '', more] = path.split('/');
    const answer = more === undefined ? genericAnswer(place, method, model, call, sent) : undefined;
    if (answer === undefined) throw new Refused(404, 'Not found');
    return answer;
  }

  const written = (value: unknown) => (numbers === 'text' ? asTexts(value) : value);

  async function answerCall(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const path = url.pathname.slice(api.length).replace(/\/$/, '');
    const method = request.method ?? 'GET';
    const cors: Record<string, string> = origin ? { 'Access-Control-Allow-Origin': origin() } : {};
    if (method === 'OPTIONS') {
      response
        .writeHead(204, {
          ...cors,
          'Access-Control-Allow-Headers': `${header}, content-type`,
          'Access-Control-Allow-Methods': 'GET, POST',
        })
        .end();
      return;
    }
    if (path.startsWith('pictures/') && method === 'GET') return answerPicture(path, request, response, cors);
    const sent = method === 'GET' ? paramsOf(url.searchParams) : await bodyOf(request);
    const call: PlainCall = { method, path, fields: Object.fromEntries(sent), headers: request.headers, code: null };
    calls.push(call);
    if (isCut) return void response.destroy();
    let answer: { code: number; message: string; data: unknown };
    try {
      answer = {
        code: 200,
        message: 'OK',
        data: structuredClone(written(work(method, path, sent, request.headers)) ?? null),
      };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer = { code: error.code, message: error.message, data: null };
    }
    await held.get(path);
    if (broken.delete(path)) return void response.destroy();
    if (lost.delete(path)) {
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).write('{');
      setTimeout(() => response.destroy(), 50);
      return;
    }
    call.code = answer.code;
    response
      .writeHead(status === 'code' ? answer.code : 200, { ...cors, 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer));
  }

  /** A picture needs the token, like every call. */
  function answerPicture(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    cors: Record<string, string>,
  ): void {
    const isKnown = place.tokens.has(String(request.headers[header.toLowerCase()] ?? '').slice(scheme.length));
    const call = { method: 'GET', path, fields: {}, headers: request.headers, code: isKnown ? 200 : 401 };
    calls.push(call);
    if (isKnown) return void response.writeHead(200, { ...cors, 'Content-Type': 'image/png' }).end(PICTURE);
    const answer = { code: 401, message: 'Please log in', data: null };
    response
      .writeHead(status === 'code' ? 401 : 200, { ...cors, 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith(api) && url.pathname !== '/where.json')
      answerCall(request, response, url).catch((error: unknown) => {
        process.stderr.write(`The stand-in failed: ${String(error)}\n`);
        response.writeHead(500).end();
      });
    else answerFile(app, url.pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    port,
    calls,
    rows: (model) => place.rowsOf(model),
    loseAnswer: (path) => void lost.add(path),
    breakLine: (path) => void broken.add(path),
    hold(path) {
      let release: () => void = () => undefined;
      held.set(path, new Promise((resolve) => (release = resolve)));
      return {
        release: () => {
          held.delete(path);
          release();
        },
      };
    },
    cut: (on) => {
      isCut = on;
    },
    refuse: (path, code, message) => void refused.set(path, new Refused(code, message)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes every number as a text, as a server does that reads numbers from texts. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  // The times of rows and the counts of answers stay numbers, because the documents demand epoch seconds.
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      ['created', 'modified', 'timestamp', 'succeeded', 'failed'].includes(name) ? one : asTexts(one),
    ]),
  );
}

function paramsOf(params: URLSearchParams): Map<string, readonly string[]> {
  return new Map([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

async function bodyOf(request: IncomingMessage): Promise<Map<string, readonly string[]>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (!request.headers['content-type']?.startsWith('multipart/')) return paramsOf(new URLSearchParams(body.toString()));
  const names = [...body.toString('latin1').matchAll(/name="([^"]+)"/g)].map(([, name = '']) => name);
  return new Map(names.map((name) => [name, ['sent']]));
}

function answerFile(app: Wishes['app'], path: string, response: ServerResponse): void {
  if (!app) return void response.writeHead(404).end();
  if (path === '/where.json' && app.where !== undefined)
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(app.where);
  const requested = join(app.dist, path);
  const isFile = extname(path) !== '';
  const file = isFile ? requested : join(app.dist, 'index.html');
  if (!existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' })
    .end(readFileSync(file));
}
