import { useEffect, useState } from 'react';
import { requiredPath } from '#client/session/state.ts';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';

/** A page that is older than this in ms when the frame appears was opened for a sign-in, and not for a start with a stored session. */
const START_MS = 4_000;
/** The wait in ms before transfers are prepared: after a start the first seconds belong to the screen. After a sign-in the device has nothing yet. */
const WAIT_MS = { start: 5_000, signIn: 1_000 } as const;

/**
 * What the app does in the first seconds after a start: it reports the device, prepares transfers, and loads the command bar. `settled`: the screen's
 * first reads are answered. `onFinePointer`: called on a device with a mouse. The file is loaded after the first paint.
 */
export function AfterStart({ settled, onFinePointer }: { settled: boolean; onFinePointer: () => void }) {
  const { profile } = useSession();
  const [isStart] = useState(() => performance.now() < START_MS);
  const userId = profile && !requiredPath(profile) ? profile.user_id : undefined;
  useEffect(() => {
    if (!userId) return;
    // If the code cannot be loaded, the device is reported at the next start.
    const tell = () =>
      import('#client/session/reportDevice.ts').then((module) => module.reportDevice(userId)).catch(() => undefined);
    const timer = setTimeout(() => void tell(), 3_000);
    return () => clearTimeout(timer);
  }, [userId]);
  const transfers = useCan(...TRANSFER_PERMISSIONS);
  useEffect(() => {
    if (!(userId && transfers && settled)) return;
    // If the code cannot be loaded, the first screen of a transfer starts the loading.
    const prepare = () =>
      import('#features/stock/parts/ready/preparing.ts').then((it) => it.prepareByItself()).catch(() => undefined);
    const timer = setTimeout(() => void prepare(), isStart ? WAIT_MS.start : WAIT_MS.signIn);
    return () => clearTimeout(timer);
  }, [userId, transfers, settled, isStart]);
  useEffect(() => {
    // A person with a keyboard types at once after opening the bar. The bar is loaded in advance, so that no letters are lost.
    if (!matchMedia('(pointer: fine)').matches) return;
    const timer = setTimeout(onFinePointer, 2_000);
    return () => clearTimeout(timer);
  }, [onFinePointer]);
  return null;
}
