/**
 * Replays the stored answer of the key, then checks the permission (API.md 1.8). The answer of finished work is returned even to a person who has lost the
 * permission.
 */
import { mayCall } from '../../auth/mayCall.ts';
import { Refusal } from '../../calls/refusal.ts';
import { replayOf, replayOfRows } from '../../keys/keys.ts';
import type { Step } from './step.ts';

/** Returns the stored answer of the call's key (422 for other fields, 409 while the first request runs). */
export const replay: Step = async (call) => {
  const stored = await replayOf(call);
  if (stored) call.headers['Idempotent-Replay'] = '1';
  return stored;
};

/** Refuses an actor without the permission (403); rows of a batch that were done before get their answers. */
export const authorize: Step = async (call) => {
  if (mayCall(call.handler.call.allow, call.who)) return null;
  const stored = await replayOfRows(call);
  if (!stored) throw new Refusal('forbidden');
  call.headers['Idempotent-Replay'] = '1';
  return stored;
};

/** Refuses a write while the database accepts none (503). */
export const writable: Step = ({ handler, database }) => {
  if (!handler.call.write) return null;
  const state = database.writable();
  if (!state.ok) throw new Refusal('unavailable', state.reason);
  return null;
};
