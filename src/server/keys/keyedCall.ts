/** The types that the idempotency keys work with: the call, its key and its stored answer. */
import type { Params } from '#contract/form.ts';
import type { Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import type { Database, Db } from '../db/open.ts';

/** The envelope of an answer, as it is stored. */
export interface StoredVerdict {
  code: number;
  message: string;
  data: unknown;
}

/** A key as it is stored. */
export interface KeyRow {
  key: string;
  user_id: string;
  fingerprint: string;
  state: 'running' | 'done' | 'cancelled';
  code: number;
  message: string;
  body: string | null;
  result_id: string | null;
  /** An administrator imported the key from a tablet's file, in the name of its officer. */
  imported: boolean;
}

/** How a repeated call is recognized. */
export type KeyUse =
  /** A read, a write whose answer is a secret, or a write that came without a key. */
  | { readonly kind: 'none' }
  /** A dry run stores nothing, so no repeat has to be recognized. */
  | { readonly kind: 'dry' }
  /** Each row of the batch has its own key, by which the row is recognized in any batch. */
  | { readonly kind: 'rows' }
  /** The whole call has one key. `print`: the fingerprint of its fields. */
  | { readonly kind: 'call'; readonly key: string; readonly print: string };

/** The parts of a call that the key functions need. */
export interface KeyedCall {
  readonly handler: Handler;
  readonly params: Params;
  readonly who: Ctx['who'];
  /** The Idempotency-Key header. */
  readonly sentKey: string | null;
  readonly keyUse: KeyUse;
  /** The stored row of the call's key, if it was read already; null: the key is new. */
  readonly storedKey?: KeyRow | null | undefined;
  /** The arrival of the call, epoch seconds. */
  readonly arrived: number;
  /** The start of the open transaction, epoch seconds. */
  readonly began: number;
  readonly database: Database;
  readonly fingerprint: Fingerprint;
  /** Makes the handler's context for `db`. `key`: the key that its audit lines carry. */
  contextIn(db: Db, key: string | null): Ctx;
}

/** An answer. `isReplay`: the answer was stored by an earlier request. */
export interface Kept {
  readonly verdict: StoredVerdict;
  readonly isReplay: boolean;
}
