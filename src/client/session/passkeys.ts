/** The browser's side of passkeys. Not in the first load: only the second step of a sign-in and the profile use it. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { newRecoveryCodes, passkeyOptions, registerPasskey } from '#contract/session/passkeyCalls.ts';
import { CallError } from '../callError.ts';
import { callApi } from '../transport.ts';
import { passwordHash } from './passwordHash.ts';
import { enterAs, signIn } from './signIn.ts';
import type { Profile } from './state.ts';

export const canUsePasskeys = () => browserSupportsWebAuthn();

/** Thrown when the browser or the user refused; nothing was sent. The message is for users. */
export class NotGiven extends Error {}

const NOT_USED = 'The passkey was not used. Try again, or use a recovery code.';
const NOT_MADE = 'No passkey was added. Try again when you are ready.';
const KNOWN = 'This device already has a passkey of yours.';

/** The data of a refusal `passkey_required`. `options` null: no passkey of this account can be used at this address. */
interface Step {
  ticket: string;
  options: PublicKeyCredentialRequestOptionsJSON | null;
}

export interface Signing {
  email: string;
  password: string;
  remember: boolean;
}

/** The second step of a sign-in. Each ticket can be sent once, so after a refusal a new first call is made without the user's doing. */
export function secondStep(first: CallError, { email, password, remember }: Signing) {
  let step: Step | null = first.data as Step;
  const nextStep = async (): Promise<Step> => {
    if (step) return step;
    try {
      await signIn(email, password, remember);
    } catch (error) {
      if (!(error instanceof CallError) || error.word !== 'passkey_required') throw error;
      return error.data as Step;
    }
    // The passkeys were removed in between, so the password alone was enough.
    throw new NotGiven('');
  };
  const finish = async (ticket: string, fields: Record<string, unknown>): Promise<Profile> => {
    step = null;
    return enterAs('login_passkey', { ticket, ...fields }, await passwordHash(password), remember);
  };
  return {
    /** false: only a recovery code can finish the sign-in here. */
    fits: step.options !== null,
    async byPasskey(): Promise<Profile> {
      step = await nextStep();
      const { ticket, options } = step;
      if (!options) throw new NotGiven(NOT_USED);
      const credential = await startAuthentication({ optionsJSON: options }).catch(() => {
        throw new NotGiven(NOT_USED);
      });
      return finish(ticket, { credential: JSON.stringify(credential) });
    },
    async byCode(code: string): Promise<Profile> {
      const { ticket } = await nextStep();
      return finish(ticket, { recovery_code: code });
    },
  };
}

/**
 * Registers a passkey of this device. Resolves with the recovery codes if it is the first one, else null. Rejects with CallError, NoAnswer or
 * {@link NotGiven}.
 */
export async function addPasskey(name: string, password: string): Promise<readonly string[] | null> {
  const { ticket, options } = await callApi(passkeyOptions, { hash_own: await passwordHash(password) });
  // The contract checks only the challenge of the options; the server's library writes the rest in the form that the browser's library reads.
  const made = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch((error: { name?: string }) => {
    throw new NotGiven(error.name === 'InvalidStateError' ? KNOWN : NOT_MADE);
  });
  const registered = await callApi(registerPasskey, { ticket, name, credential: JSON.stringify(made) });
  return registered.recovery_codes;
}

/** Makes ten new recovery codes; the earlier ones stop working. */
export async function freshRecoveryCodes(password: string): Promise<readonly string[]> {
  return (await callApi(newRecoveryCodes, { hash_own: await passwordHash(password) })).recovery_codes;
}
