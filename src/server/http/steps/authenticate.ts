/** How often the call may be asked, what it sent, and who sent it. */
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { type Actor, actorOf } from '../../auth/session.ts';
import { countedAddress } from '../../calls/addresses.ts';
import { Refusal } from '../../calls/refusal.ts';
import type { CallContext } from '../callContext.ts';
import { readParams, refuseBeforeOwn, refuseOldApp, refuseOtherStore } from '../guards.ts';
import type { Step } from './step.ts';

/**
 * The token by which a call is counted. A call that needs no session is counted by address, whatever token comes along: made-up tokens would be new
 * counts for ever (SEC-13).
 */
const countedToken = ({ handler, token }: CallContext) => (handler.call.allow === 'open' ? null : token);

/** Counts the call by its token or its address (429). */
export const rate: Step = (call) => {
  const subject = countedToken(call) ?? countedAddress(call.request.address);
  if (!call.handler.ownCount) call.shared.rate.count(subject, call.arrived);
  return null;
};

/** Reads the fields (400, 413, 415), refuses an old app (426), and finds who asks (401). */
export const authenticate: Step = async (call) => {
  const token = countedToken(call);
  let holder: Actor | null = null;
  try {
    readFields(call);
    const { database, handler, arrived, shared } = call;
    const { allow, path } = handler.call;
    holder = await actorOf(database, call.token ?? call.tokenInAddress, allow, arrived, path, shared.config);
  } finally {
    // Guessing tokens is counted by address, whatever the token, and whatever was refused before anybody looked for it.
    if (token && !holder?.user_id) call.shared.rate.recount(token, countedAddress(call.request.address), call.arrived);
  }
  if (!holder) throw new Refusal('unauthorized');
  call.who = holder;
  // S14: strangers are told nothing of the store.
  if (holder.user_id) {
    call.headers['X-Store-Epoch'] = call.shared.storeEpoch;
    call.headers[CAPABILITY_HEADER] = ALL_CAPABILITIES;
  }
  return null;
};

function readFields(call: CallContext): void {
  const { request, handler, shared } = call;
  const { config } = shared;
  refuseOldApp(request.headers['x-app-version'], config.minAppVersion);
  call.params = readParams(request);
  call.addPathParams(call.params);
  const mayCarryToken = config.tokenInAddress && handler.call.path === 'administrator/read_delegate';
  call.tokenInAddress = (mayCarryToken && call.params.get('token')?.values[0]) || null;
}

/**
 * Counts the call by its person (429), refuses what was meant for the store before a restore (503) and whatever comes before an own password or a
 * demanded passkey (403).
 */
export const admit: Step = ({ who, shared, arrived, request, handler }) => {
  // S6: a person with many sessions has one count; each session's own was looked at before anybody looked for it.
  if (who.user_id) shared.rate.count(`person:${who.user_id}`, arrived);
  // Once it is known who asks: the answer names the store, which strangers are not told.
  refuseOtherStore(request, handler.call.write, shared.storeEpoch);
  refuseBeforeOwn(who, handler.call);
  return null;
};
