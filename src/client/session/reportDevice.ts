/** Reports the app's version to the server at sign-in and once a day (B9.7). If there is no answer, a later start reports it again. */
import { versionDigits } from '#domain/deviceVersion.ts';
import { DAY } from '#domain/time.ts';
import { readLocal, writeLocal } from '../keptLocally.ts';
import { callPath } from '../transport.ts';

declare const __APP_VERSION__: string;

interface DeviceReport {
  user_id: string;
  version: string;
  /** Epoch seconds. */
  at: number;
}

export async function reportDevice(user_id: string, now: number = Math.floor(Date.now() / 1_000)): Promise<void> {
  // The push subscription is registered again for the present session (push.ts).
  if (readLocal('push_on', { user_id: '' }).user_id === user_id)
    await import('../push.ts').then((push) => push.renewPush()).catch(() => undefined);
  const response = readLocal<DeviceReport>('device_told', { user_id: '', version: '', at: 0 });
  if (response.user_id === user_id && response.version === __APP_VERSION__ && now - response.at < DAY) return;
  try {
    await callPath(
      'POST',
      'device/register',
      {
        version: versionDigits(__APP_VERSION__),
        platform: navigator.userAgent.slice(0, 200),
        standalone: matchMedia('(display-mode: standalone)').matches,
      },
      { write: true },
    );
    writeLocal('device_told', { user_id, version: __APP_VERSION__, at: now } satisfies DeviceReport);
  } catch {
    // Sent again at the next start or tomorrow.
  }
}
