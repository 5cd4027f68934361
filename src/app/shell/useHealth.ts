import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { callPath } from '#client/transport.ts';

declare const __APP_VERSION__: string;

export interface Health {
  environment: string;
  version: string;
  store_epoch: string;
  database: string;
  durability: string;
}

const UNKNOWN: Health = { environment: '', version: '', store_epoch: '', database: '', durability: '' };

/** What the server last reported about itself, also while offline (B14.3). The request starts once `settled`, because nothing waits for it. */
export function useHealth(settled: boolean): Health {
  const [health, setHealth] = useState<Health>(() => readLocal('health', UNKNOWN));
  useEffect(() => {
    if (!settled) return;
    let gone = false;
    callPath('GET', 'health', {})
      .then((answer) => {
        const data = answer as Health | null;
        if (gone || !data?.version) return;
        setHealth(data);
        writeLocal('health', data);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [settled]);
  return health;
}

/** "staging 1.4.0". In production only the version (SHELL-31, B14.3). The dialog of the version shows the build (SHELL-12). */
export function versionLine(health: Pick<Health, 'environment'>, app: string = __APP_VERSION__): string {
  const [version = ''] = app.split('+');
  return health.environment && health.environment !== 'production' ? `${health.environment} ${version}` : version;
}
