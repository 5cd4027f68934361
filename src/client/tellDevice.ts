/** B9.7: this app tells the server its version at sign-in and once a day. Silence is no matter: it tells again another time. */
import { versionDigits } from '#domain/deviceVersion.ts';
import { DAY } from '#domain/time.ts';
import { readLocal, writeLocal } from './keptLocally.ts';
import { askPath } from './transport.ts';

declare const __APP_VERSION__: string;

interface Told {
  user_id: string;
  version: string;
  /** Epoch seconds. */
  at: number;
}

export async function tellDevice(user_id: string, now: number = Math.floor(Date.now() / 1_000)): Promise<void> {
  // A browser that shows messages does so for the session of today (push.ts).
  if (readLocal('push_on', { user_id: '' }).user_id === user_id)
    await import('./push.ts').then((push) => push.renewPush()).catch(() => undefined);
  const told = readLocal<Told>('device_told', { user_id: '', version: '', at: 0 });
  if (told.user_id === user_id && told.version === __APP_VERSION__ && now - told.at < DAY) return;
  try {
    await askPath(
      'POST',
      'device/register',
      {
        version: versionDigits(__APP_VERSION__),
        platform: navigator.userAgent.slice(0, 200),
        standalone: matchMedia('(display-mode: standalone)').matches,
      },
      { write: true },
    );
    writeLocal('device_told', { user_id, version: __APP_VERSION__, at: now } satisfies Told);
  } catch {
    // Tomorrow, or at the next start.
  }
}
