import { useEffect, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { type PushState, pushState, turnPushOff, turnPushOn } from '#client/push.ts';
import { Card } from '#ui/Card.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerSwitch } from '#ui/ServerButton.tsx';

const NOTES: Readonly<Record<PushState, string>> = {
  unable: 'This browser cannot show notifications while the app is closed.',
  denied: "You blocked notifications from this site. Allow them in this browser's settings, then come back.",
  off: 'Off: no notifications while the app is closed.',
  on: 'This device shows notifications from the office, also while the app is closed, until you sign out.',
};

/** Switches the messages of this account on or off in this browser. */
export function PushSwitch({ userId }: { userId: string }) {
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let here = true;
    void pushState(userId).then((found) => here && setState(found));
    return () => {
      here = false;
    };
  }, [userId]);
  if (state === null) return null;
  const turn = async (on: boolean) => {
    setBusy(true);
    try {
      setState(await (on ? turnPushOn(userId) : turnPushOff()));
    } catch (error) {
      toast(
        'bad',
        error instanceof CallError
          ? error.message
          : 'The push service of this browser does not answer. Please try again.',
      );
      setState(await pushState(userId));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card label="Notifications on this device">
      <h2 className="mb-2 text-base font-semibold">Notifications on this device</h2>
      <ServerSwitch
        label="Show notifications"
        checked={state === 'on'}
        disabled={busy || state === 'unable' || state === 'denied'}
        onChange={(on) => void turn(on)}
      />
      <p className="mt-1 text-sm text-ink-soft" role="status">
        {NOTES[state]}
      </p>
    </Card>
  );
}
