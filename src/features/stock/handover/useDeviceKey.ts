import { useEffect, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { REASON_TEXT } from '#domain/handover/rules.ts';
import { type DeviceKey, renewKey, storedDeviceKey } from '#offline/handover/deviceKey.ts';
import { prepareReader } from '../parts/ready/handoverKey.ts';

/** `key`: undefined until it is loaded. `problem`: why this tablet cannot sign now. */
export interface KeyState {
  key: DeviceKey | null | undefined;
  problem: string | null;
}

/** The person's signing key on this tablet. The server is needed to make or renew the key. */
export function useDeviceKey(): KeyState {
  const me = useSession().profile?.user_id ?? '';
  const { online } = useContact();
  const [state, setState] = useState<KeyState>({ key: undefined, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server answers again, so it is asked again.
  useEffect(() => {
    let over = false;
    void keyOf(me).then((found) => over || setState(found));
    void prepareReader().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [me, online]);
  return state;
}

async function keyOf(me: string): Promise<KeyState> {
  try {
    const key = contactStore.read().online ? await renewKey(me) : await storedDeviceKey(me);
    const isGood = key !== null && key.until * 1_000 > Date.now();
    return isGood ? { key, problem: null } : { key: null, problem: REASON_TEXT.no_key };
  } catch (error) {
    return { key: null, problem: error instanceof CallError ? messageOf(error) : REASON_TEXT.no_key };
  }
}
