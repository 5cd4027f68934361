/**
 * Keeps a server silent after an outage until it has looked who answers now (docs/decisions/0991). A database that came back may lack acknowledged work, and a
 * call that is answered by it before anybody looked is refused for ever: "not found" for a transfer that a tablet has sent already.
 */
import { DatabaseUnavailable } from '../unavailable.ts';
import type { ClusterLook } from './failover.ts';

export interface ClusterGate {
  /** The database could not be reached, or a connection to it ended: another node may answer from now on. */
  doubt(): void;
  /** Looks now, together with everybody who waits for a look. Never rejects. */
  look(): Promise<void>;
  /** Resolves once the database is known to have all acknowledged work, at once if there is no doubt. Rejects with DatabaseUnavailable otherwise. */
  sure(): Promise<void>;
}

/** `onSeen`: a look found that a standby with all acknowledged work took over, or that work is missing, after which `sure` rejects for ever. */
export function clusterGate(follower: ClusterLook, onSeen: (seen: 'followed' | 'lost') => void): ClusterGate {
  let doubts = 0;
  let settled = 0;
  let isLost = false;
  let looking: Promise<void> | null = null;
  const lookOnce = async () => {
    const before = doubts;
    const seen = await follower.look().catch(() => null);
    if (seen === 'lost') isLost = true;
    if (seen === 'followed' || seen === 'lost') onSeen(seen);
    // A doubt that came during the look is about a later outage.
    if (seen) settled = before;
  };
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    doubt() {
      doubts += 1;
    },
    look,
    async sure() {
      if (settled < doubts && !isLost) await look();
      if (settled < doubts || isLost)
        throw new DatabaseUnavailable({ message: 'It is not known whether the database has all acknowledged work.' });
    },
  };
}
