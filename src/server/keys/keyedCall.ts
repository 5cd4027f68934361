/** What the keys know of a call, and what they answer. */
import type { Params } from '#contract/form.ts';
import type { Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import type { Database, Db } from '../db/open.ts';

/** The envelope of an answer, as it is stored. */
export interface StoredVerdict {
  code: number;
  message: string;
  data: unknown;
}

/** How a call is known again. */
export type KeyUse =
  /** A read, a write whose answer is a secret, or a write that came without a key. */
  | { readonly kind: 'none' }
  /** Nothing is kept, so nothing has to be known again. */
  | { readonly kind: 'dry' }
  /** Each row of the batch has a key of its own, by which it is known in whatever batch it comes. */
  | { readonly kind: 'rows' }
  /** The whole call has one key. `print`: the fingerprint of its fields. */
  | { readonly kind: 'call'; readonly key: string; readonly print: string };

/** What the keys must know of a call. */
export interface KeyedCall {
  readonly handler: Handler;
  readonly params: Params;
  readonly who: Ctx['who'];
  /** The Idempotency-Key header. */
  readonly sentKey: string | null;
  readonly keyUse: KeyUse;
  /** When the call came, epoch seconds. */
  readonly arrived: number;
  /** When the transaction began that is open now, epoch seconds. */
  readonly began: number;
  readonly database: Database;
  readonly fingerprint: Fingerprint;
  /** What a handler works with in `db`; `key`: the key that its audit lines carry. */
  contextIn(db: Db, key: string | null): Ctx;
}

/** An answer; `isReplay`: the work was done before. */
export interface Kept {
  readonly verdict: StoredVerdict;
  readonly isReplay: boolean;
}
