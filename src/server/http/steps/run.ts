/** The steps that run the call's handler. */
import type { Db } from '../../db/open.ts';
import type { StoredVerdict } from '../../keys/keyedCall.ts';
import { runOnce, runRowsOnce } from '../../keys/keys.ts';
import { checkReadKinds } from '../../live/checkReadKinds.ts';
import { rowsIn } from '../../resources/shortLists.ts';
import type { CallContext } from '../callContext.ts';
import { isLongRead } from '../longReads.ts';
import { checked } from './checked.ts';
import type { Step } from './step.ts';

/** An unpaged list with more rows uses up as much of a person's minute as several calls (S6). */
const LONG_ROWS = 500;
const LONG_COSTS = 10;

const keyOf = ({ keyUse }: CallContext) => (keyUse.kind === 'call' ? keyUse.key : null);

/** Runs the rows of a bulk call, each with its own verdict; a row's fields are read with the row. */
export const runRows: Step = async (call) => {
  if (!call.handler.call.row) return null;
  const { verdict, isReplay } = await runRowsOnce(call);
  if (isReplay) call.headers['Idempotent-Replay'] = '1';
  return verdict;
};

/** Runs a read, or a write that opens its own transactions. */
export const runRead: Step = async (call) => {
  const { handler, input, database, shared, who, arrived } = call;
  if (handler.call.write && !handler.ownTransactions) return null;
  const handleIn = (db: Db) => handler.handle(input, call.contextIn(db, keyOf(call)));
  const work = () => (isLongRead(handler.call) ? database.readFresh(handleIn) : handleIn(database.kysely));
  const answered = await shared.reports(handler.call, who.session_id, () =>
    shared.config.environment === 'test' ? checkReadKinds(handler.call, work) : work(),
  );
  const data = call.part(checked(call, answered));
  const rows = rowsIn(handler.call, data);
  if (rows !== null) call.headers['X-Total-Count'] = String(rows);
  if (rows !== null && rows > LONG_ROWS) shared.rate.add(`person:${who.user_id}`, arrived, LONG_COSTS - 1);
  return { code: 200, message: call.message, data };
};

/** Runs a write in one transaction with its key and its answer. */
export const runWrite: Step = async (call) => {
  const { handler, input, database } = call;
  const key = keyOf(call);
  // Slow work runs before the transaction; a dry run skips it.
  const isDry = call.keyUse.kind === 'dry';
  const prepared = isDry ? undefined : await handler.prepare?.(input, call.contextIn(database.kysely, key));
  const work = async (tx: Db, opened?: unknown): Promise<StoredVerdict> => {
    call.message = 'OK';
    const data = await handler.handle(input, call.contextIn(tx, key), opened ?? prepared);
    return { code: 200, message: call.message, data: isDry ? data : checked(call, data) };
  };
  const { opens } = handler;
  const { verdict, isReplay } = await runOnce(call, work, opens && ((tx) => opens(input, call.contextIn(tx, key))));
  if (isReplay) call.headers['Idempotent-Replay'] = '1';
  return verdict;
};
