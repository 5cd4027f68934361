/** The steps that count the call, read its fields and find its actor. */
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { refuseBeyondScope } from '../../auth/apiTokens.ts';
import { resolveActor } from '../../auth/resolveActor.ts';
import type { Actor } from '../../auth/session.ts';
import { countedAddress } from '../../calls/addresses.ts';
import { Refusal } from '../../calls/refusal.ts';
import { keyColumn } from '../../keys/idempotency.ts';
import type { KeyRow } from '../../keys/keyedCall.ts';
import { keyUseOf } from '../../keys/keys.ts';
import type { CallContext } from '../callContext.ts';
import { readParams, refuseBeforeOwn, refuseOldApp, refuseOtherStore } from '../guards.ts';
import type { Step } from './step.ts';

/**
 * The token by which a call is counted. A call that needs no session is counted by address, whatever token it carries: each invented token would start a new
 * count (SEC-13).
 */
const countedToken = ({ handler, token }: CallContext) => (handler.call.allow === 'open' ? null : token);

/** Counts the call by its token or its address (429). */
export const rate: Step = (call) => {
  const subject = countedToken(call) ?? countedAddress(call.request.address);
  if (!call.handler.ownCount) call.shared.rate.count(subject, call.arrived);
  return null;
};

/** Reads the fields (400, 413, 415), refuses an old app (426), and finds the actor (401). */
export const authenticate: Step = async (call) => {
  const token = countedToken(call);
  let holder: Actor | null = null;
  try {
    readFields(call);
    const { database, handler, arrived, shared } = call;
    call.keyUse = keyUseOf(call);
    const column = call.keyUse.kind === 'call' ? keyColumn(call.keyUse.key) : null;
    const also = column && { column, hear: (found: KeyRow | null) => hearKey(call, found) };
    holder = await resolveActor(
      database,
      call.token ?? call.tokenInAddress,
      handler.call,
      arrived,
      shared.config,
      also,
    );
  } finally {
    // Invalid tokens are counted by address, whatever the token, and even if the call was refused before the lookup.
    if (token && !holder?.user_id) call.shared.rate.recount(token, countedAddress(call.request.address), call.arrived);
  }
  if (!holder) throw new Refusal('unauthorized');
  call.who = holder;
  // S14: strangers learn nothing about the store.
  if (holder.user_id) {
    call.headers['X-Store-Epoch'] = call.shared.storeEpoch;
    call.headers[CAPABILITY_HEADER] = ALL_CAPABILITIES;
  }
  return null;
};

/** The session query also reads the row of the key, in one round trip; the replay step uses it. */
function hearKey(call: CallContext, found: KeyRow | null): void {
  call.storedKey = found;
}

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
 * Counts the call by its person (429). Refuses requests built for the database before a restore (503), calls before a required password change or passkey
 * (403), and calls outside the scopes of an API token (403).
 */
export const admit: Step = ({ who, shared, arrived, request, handler }) => {
  // S6: all sessions of a person share one count; each session's own count was checked before the lookup.
  if (who.user_id) shared.rate.count(`person:${who.user_id}`, arrived);
  // Checked only for a known actor: the answer names the store, which strangers must not learn.
  refuseOtherStore(request, handler.call.write, shared.storeEpoch);
  refuseBeforeOwn(who, handler.call);
  refuseBeyondScope(who, handler);
  return null;
};
