/** The stored answer of the key, then the permission (API.md 1.8): work that was done is told even to a person who may not ask any more. */
import { mayAsk } from '../../auth/mayAsk.ts';
import { Refusal } from '../../calls/refusal.ts';
import { replayOf, replayOfRows } from '../../keys/keys.ts';
import type { Step } from './step.ts';

/** Answers with what the call's key has already (422 for other fields, 409 while it runs). */
export const replay: Step = async (call) => {
  const stored = await replayOf(call);
  if (stored) call.headers['Idempotent-Replay'] = '1';
  return stored;
};

/** Refuses who may not ask (403); rows of a batch that were done before are told their answers. */
export const authorize: Step = async (call) => {
  if (mayAsk(call.handler.call.allow, call.who)) return null;
  const stored = await replayOfRows(call);
  if (!stored) throw new Refusal('forbidden');
  call.headers['Idempotent-Replay'] = '1';
  return stored;
};

/** Refuses a write while the database takes none (503). */
export const writable: Step = ({ handler, database }) => {
  if (!handler.call.write) return null;
  const state = database.writable();
  if (!state.ok) throw new Refusal('unavailable', state.reason);
  return null;
};
