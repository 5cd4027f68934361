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

/** What the server said of itself, the last known when offline (B14.3). It is asked once `settled`: nobody waits for it. */
export function useHealth(settled: boolean): Health {
  const [health, setHealth] = useState<Health>(() => readLocal('health', UNKNOWN));
  useEffect(() => {
    if (!settled) return;
    let gone = false;
    callPath('GET', 'health', {})
      .then((told) => {
        const data = told as Health | null;
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

/** "staging 1.4.0"; in production the version alone (SHELL-31, B14.3). */
export function versionLine(health: Health): string {
  return health.environment && health.environment !== 'production'
    ? `${health.environment} ${__APP_VERSION__}`
    : __APP_VERSION__;
}
