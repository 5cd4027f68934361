/** The store of the test server: rows of models in memory, and the fields of a call. */
import { createHash, randomUUID } from 'node:crypto';
import { ACCOUNT, type Row, type Rows, startingRows } from './data.ts';

/** A refusal of the server with a code and a message, as in the documents. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Sent = ReadonlyMap<string, readonly string[]>;
export const textOf = (sent: Sent, name: string): string => sent.get(name)?.[0] ?? '';
/** The values of `name[]`. */
export const listOf = (sent: Sent, name: string): readonly string[] => sent.get(`${name}[]`) ?? [];

export interface Place {
  /** The SHA-256 of the account's password. */
  hash: string;
  role: string;
  readonly tokens: Set<string>;
  newToken(): string;
  rowsOf(model: string): Row[];
  /** Throws Refused 404. */
  one(model: string, id: string): Row;
  add(model: string, fields: Record<string, unknown>): Row;
  remove(model: string, id: string): void;
}

export function openPlace(role: string): Place {
  const rows: Rows = startingRows();
  const tokens = new Set<string>();
  const rowsOf = (model: string) => {
    rows[model] ??= [];
    return rows[model];
  };
  const one = (model: string, id: string) => {
    const found = rowsOf(model).find(({ _id }) => _id === id);
    if (!found) throw new Refused(404, `${model} not found`);
    return found;
  };
  return {
    hash: createHash('sha256').update(ACCOUNT.password).digest('hex'),
    role,
    tokens,
    newToken() {
      const token = randomUUID();
      tokens.add(token);
      return token;
    },
    rowsOf,
    one,
    add(model, fields) {
      const row = { _id: randomUUID(), created: Math.floor(Date.now() / 1_000), ...fields };
      rowsOf(model).push(row);
      return row;
    },
    remove(model, id) {
      one(model, id);
      rows[model] = rowsOf(model).filter(({ _id }) => _id !== id);
    },
  };
}
