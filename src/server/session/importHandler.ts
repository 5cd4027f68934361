/**
 * Imports a stuck queue that an administrator uploads (API.md 4.20, SEC-20). Each change runs in its own transaction, in order, under the key it was
 * saved with. A change that the tablet already sent gets its stored answer, and a tablet that sends a change later gets the answer stored here.
 */
import { sql } from 'kysely';
import * as v from 'valibot';
import { decodeForm, encodeForm } from '#contract/form.ts';
import {
  aimsAtItsTransfer,
  createFields,
  executeFields,
  giveFields,
  headerFields,
  type LineTarget,
  lineAimedAt,
  lineFields,
  NOT_AS_SHOWN,
  reverseFields,
  saysWhatItShows,
  takeFields,
} from '#contract/purchasing/changeFields.ts';
import { syncImport } from '#contract/session/syncCalls.ts';
import { MAX_UNSENT, type UnsentOp, unsentFile } from '#contract/session/unsentFile.ts';
import { countFields, openFields } from '#contract/stock/countFields.ts';
import { isOfStocktake, positionOf } from '#domain/lanePositions.ts';
import { writeAudit } from '../calls/audit.ts';
import { checkedRow } from '../calls/checkedInput.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import type { StoredVerdict } from '../keys/keyedCall.ts';
import { once } from '../keys/once.ts';
import { existing, isBegunOnTablet, type KnownRefs, knowOrders, knowStocktakes } from './importKnown.ts';
import { namedIn } from './importNames.ts';

const PATHS = {
  create: 'purchase_order/create',
  header: 'purchase_order/update',
  upsert: 'purchase_order_item/upsert',
  remove: 'purchase_order_item/remove',
  execute: 'purchase_order/execute',
  reverse: 'purchase_order/reverse',
  give: 'handover/give',
  take: 'handover/take',
  open: 'stocktake/open',
  count: 'stocktake/count',
  finish: 'stocktake/finish',
} as const;

/** `answers`: the handlers of the calls above. */
export function importHandler(answers: readonly Handler[]): Handler {
  const byPath = new Map(answers.map((one) => [one.call.path, one]));
  const answerOf = (op: UnsentOp): Handler => {
    const found = byPath.get(PATHS[op.type]);
    if (!found) throw new Error(`Nothing answers ${PATHS[op.type]}`);
    return found;
  };
  return handle(
    syncImport,
    async ({ file, commit = false }, ctx) => {
      const { ops, known: learnt } = readFile(file);
      const known: KnownRefs = new Map(learnt.map(({ ref, id, version }) => [ref, { id, version }]));
      const orders = await knowOrders(ctx, ops, known);
      await knowStocktakes(ctx, ops, known);
      const authors = await existing(ctx, [...new Set(ops.map((op) => op.user_id))]);
      const stopped: UnsentOp[] = [];
      const results: { index: number; op_key: string; code: number; message: string; data: unknown }[] = [];
      const runAll = async (inTx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>) => {
        for (const [index, op] of ops.entries()) {
          const verdict = stopped.some((one) => holdsUp(one, op))
            ? verdictOf(new Refusal('conflict', 'An earlier change of this transfer was refused.'))
            : await inTx((tx) => runOp(answerOf(op), op, known, authors, ctx, tx)).catch(verdictOfError);
          if (isDone(op, verdict)) learn(known, op, verdict.data);
          else stopped.push(op);
          results.push({ index, op_key: op.key, ...verdict });
        }
      };
      if (commit) await runAll((work) => ctx.database.transaction(work));
      else await dry(ctx, runAll);
      const succeeded = ops.filter((op, index) => isDone(op, results[index] as StoredVerdict)).length;
      ctx.setMessage(commit ? 'Changes taken in.' : 'Nothing is kept yet.');
      return { succeeded, failed: ops.length - succeeded, results, named: await namedIn(ctx.db, ops), orders };
    },
    { ownTransactions: true, keyless: true },
  );
}

function readFile(text: string) {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Refusal('bad_request', 'This file is not an exported queue of Kasuwa.');
  }
  const read = v.safeParse(unsentFile, parsed);
  if (!read.success) {
    const many = Array.isArray((parsed as { ops?: unknown } | null)?.ops)
      ? (parsed as { ops: unknown[] }).ops.length
      : 0;
    if (many > MAX_UNSENT) throw new Refusal('too_large', `At most ${MAX_UNSENT} changes can be taken in at once.`);
    const at = v.getDotPath(read.issues[0]);
    throw new Refusal('bad_request', `This file is not an exported queue of Kasuwa${at ? ` (${at})` : ''}.`);
  }
  const { ops, known } = read.output;
  return { ops: [...ops].sort((a, b) => a.seq - b.seq), known };
}

/** Whether a change must not run because an earlier change of the file was refused (SYNC rule 17). */
function holdsUp(refused: UnsentOp, op: UnsentOp): boolean {
  if (refused.transfer !== op.transfer) return false;
  const [before, position] = [positionOf(refused), positionOf(op)];
  return before === 'begins' || position === 'closes' || before === 'closes' || refused.chain === op.chain;
}

async function runOp(
  found: Handler,
  op: UnsentOp,
  known: KnownRefs,
  authors: ReadonlySet<string>,
  ctx: Ctx,
  tx: Db,
): Promise<StoredVerdict> {
  const { path } = found.call;
  // Like on the tablet: when the add never reached the server there is nothing to remove, so no request is needed.
  if (op.type === 'remove' && !sentBody(op) && !lineOf(op, known))
    return { code: 200, message: 'Nothing was there to remove.', data: null };
  const fields = fieldsOf(op, known);
  await mustAimWhereItShows(op, fields, known, tx);
  const params = decodeForm(encodeForm(fields));
  const user_id = authors.has(op.user_id) ? op.user_id : ctx.who.user_id;
  const claim = { key: op.key, user_id, route: path, fingerprint: ctx.fingerprint(path, params), now: ctx.now };
  const { verdict } = await once(tx, claim, async () => {
    let message = 'OK';
    const inner: Ctx = {
      ...ctx,
      db: tx,
      key: op.key,
      ...(authors.has(op.user_id) ? { behalf: op.user_id } : {}),
      savedTime: op.saved_at === undefined ? null : Math.floor(op.saved_at / 1_000),
      setMessage: (text) => {
        message = text;
      },
      audit: (entry) => writeAudit(inner, entry),
    };
    const data = await found.handle(checkedRow(found, params), inner);
    await inner.audit({
      action: 'import',
      model: 'sync',
      record_id: op.key,
      record_label: `Taken in from the tablet of ${op.user_name}`,
      after: { claimed_author: op.user_name, claimed_author_id: op.user_id, change: op.type },
    });
    return { code: 200, message, data };
  });
  return verdict;
}

/**
 * The request body as the tablet sent it, or as it would have sent it. A key only matches a request with the same body. Throws 400 when the body is
 * not what the op shows.
 */
function fieldsOf(op: UnsentOp, known: KnownRefs): Record<string, unknown> {
  const sent = sentBody(op);
  const made = madeOf(op, known);
  if (!sent) return made;
  if (!saysWhatItShows(sent, made)) throw new Refusal('bad_request', NOT_AS_SHOWN);
  return sent;
}

/**
 * Throws 400 when a change aims at another transfer or line than the file shows. Ids in a file are unverified, and the import runs with an
 * administrator's rights (SEC-20).
 */
async function mustAimWhereItShows(
  op: UnsentOp,
  fields: Record<string, unknown>,
  known: KnownRefs,
  tx: Db,
): Promise<void> {
  const order = orderOf(op, known);
  if (!aimsAtItsTransfer(op.type, fields, { transfer: op.transfer, order, again: againOf(op) }))
    throw new Refusal('bad_request', NOT_AS_SHOWN);
  const line = lineAimedAt(op.type, fields);
  if (line === null || !('product_id' in op.payload)) return;
  // A line that does not exist is refused by the call itself.
  const found = await tx
    .selectFrom('purchase_order_item')
    .select(['purchase_order_id', 'product_id'])
    .where('_id', '=', line)
    .executeTakeFirst();
  if (found && (found.purchase_order_id !== order || found.product_id !== op.payload.product_id))
    throw new Refusal('bad_request', NOT_AS_SHOWN);
}

/** The body of the first attempt (SYNC rule 12). Undefined when the op was never sent, or was saved by a version that stored no body. */
const sentBody = ({ attempts, sent_body }: UnsentOp) => (attempts > 0 ? sent_body : undefined);

function madeOf(op: UnsentOp, known: KnownRefs): Record<string, unknown> {
  if (op.type === 'create') return createFields(op.payload, op.transfer);
  if (op.type === 'take') return takeFields(op.payload);
  if (op.type === 'open') return openFields(op.payload, op.transfer, againOf(op));
  const order = orderOf(op, known);
  if (!order)
    throw new Refusal(
      'not_found',
      `The ${isOfStocktake(op) ? 'stocktake' : 'transfer'} of this change is not known to the server.`,
    );
  const base_version = baseOf(op, known);
  const line = lineOf(op, known);
  switch (op.type) {
    case 'header':
      return { _id: order, ...headerFields(op.payload), base_version: base_version ?? undefined };
    case 'execute':
      return executeFields(order, op.payload);
    case 'reverse':
      return reverseFields(order, op.payload, againOf(op) ?? '');
    case 'give':
      return giveFields(order, op.payload);
    case 'remove':
      return { _id: line, base_version: base_version ?? undefined };
    case 'count':
      return { stocktake_id: order, ...countFields(op.payload) };
    case 'finish':
      return { stocktake_id: order };
    default: {
      const place: LineTarget = { id: line, client_id: op.item?.client_id ?? '', base_version };
      return { purchase_order_id: order, ...lineFields(op.payload, place) };
    }
  }
}

/** The client id of a further opening in the lane of a stocktake, or of a reversal; undefined for any other change. */
const againOf = ({ type, item }: UnsentOp): string | undefined =>
  type === 'open' || type === 'reverse' ? item?.client_id : undefined;

/** The id of the transfer or stocktake on the server, or undefined when the server does not know it. */
const orderOf = ({ transfer }: UnsentOp, known: KnownRefs): string | undefined =>
  isBegunOnTablet(transfer) ? known.get(transfer)?.id : transfer;

/** The line's id on the server, or null when the line is new or never reached the server. */
function lineOf({ item, chain }: UnsentOp, known: KnownRefs): string | null {
  return item && !item.fresh ? known.get(chain)?.id || item.id : null;
}

/** The base version (SYNC rule 19). The first attempt freezes it (SYNC rule 12). */
function baseOf({ attempts, frozen_base, base }: UnsentOp, known: KnownRefs): number | null {
  if (attempts > 0) return frozen_base;
  if (base === null) return null;
  return 'version' in base ? base.version : (known.get(`op:${base.after}`)?.version ?? null);
}

function isDone(op: UnsentOp, { code, data }: StoredVerdict): boolean {
  const errors = (data as { errors?: unknown[] } | null)?.errors;
  return code === 200 && !(op.type === 'execute' && Array.isArray(errors) && errors.length > 0);
}

/** Records the ids and versions of a verdict, as the tablet does (SYNC rule 14). */
function learn(known: KnownRefs, op: UnsentOp, data: unknown): void {
  const row = (typeof data === 'object' && data !== null ? data : {}) as { _id?: unknown; version?: unknown };
  const id = typeof data === 'string' ? data : String(row._id ?? '');
  const version = typeof row.version === 'number' ? row.version : positionOf(op) === 'begins' ? 1 : null;
  known.set(`op:${op.key}`, { id, version });
  if (positionOf(op) === 'begins') known.set(op.transfer, { id, version });
  if (op.type === 'upsert') known.set(op.chain, { id, version });
  if (op.type === 'remove') known.set(op.chain, { id: '', version: null });
}

function verdictOfError(error: unknown): StoredVerdict {
  const refusal = refusalIn(error);
  if (!refusal) throw error;
  return verdictOf(refusal);
}

const UNDO = Symbol('undo');

/** Runs all changes in one transaction with a savepoint per change, and rolls everything back at the end. */
async function dry(
  ctx: Ctx,
  runAll: (inTx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>) => Promise<void>,
): Promise<void> {
  await ctx.database
    .transaction(async (tx) => {
      await runAll(async (work) => {
        await sql`savepoint one_change`.execute(tx);
        try {
          return await work(tx);
        } catch (error) {
          await sql`rollback to savepoint one_change`.execute(tx);
          throw error;
        }
      });
      throw UNDO;
    })
    .catch((error: unknown) => {
      if (error !== UNDO) throw error;
    });
}
