/**
 * Handles a failover while the server runs (docs/decisions/0761). If commits waited for a standby, nothing is lost, and the server continues with the same
 * epoch. It does not trust the settings alone: it checks whether the database has the last keys that it acknowledged.
 */
import { sql } from 'kysely';
import type { Database, Db } from '../open.ts';
import { clusterOf } from './presence.ts';

/** Stored instead of a cluster when acknowledged work is missing: the next start sets a new epoch. */
const LOST = 'lost';

/** Whether commits wait until a standby has them. */
async function waitsForStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local') as waits`.execute(db);
  return rows[0]?.waits === true;
}

async function storedCluster(db: Db): Promise<string | null> {
  const row = await db.selectFrom('store').select('cluster').executeTakeFirst();
  return row?.cluster ?? null;
}

export interface ClusterLook {
  /**
   * `same`: the server may continue. `followed`: a standby that has everything took over, and the server continues. `lost`: acknowledged work may be missing,
   * or another server found that it is; all servers must end, and the first to start sets a new epoch. Throws while the database is unreachable.
   */
  look(): Promise<'same' | 'followed' | 'lost'>;
}

/** `cluster`: the cluster and timeline that the start found and stored ({@link clusterOf}). */
export async function followCluster(database: Database, cluster: string): Promise<ClusterLook> {
  let known = cluster;
  // Read at once: a standby may take over before the first check.
  let waited = await waitsForStandby(database.kysely);
  return {
    async look() {
      const now = await clusterOf(database.kysely);
      if (now === known) {
        waited = await waitsForStandby(database.kysely);
        if ((await storedCluster(database.kysely)) === known) return 'same';
      }
      return database.transaction(async (tx) => {
        // A new primary has no standby for some seconds, and reads wait for this look. A note that is lost with this node too gives a new epoch, which loses nothing.
        await sql`set local synchronous_commit = 'local'`.execute(tx);
        await sql`select from store for update`.execute(tx);
        const stored = await storedCluster(tx);
        if (stored === known && now === known) return 'same';
        const isSameSystem = now !== null && now.split('/')[0] === known.split('/')[0];
        const isOurs = stored === known || stored === now;
        if (isSameSystem && isOurs && waited && (await database.acknowledged.missing(tx)) === 0) {
          if (stored !== now) await tx.updateTable('store').set({ cluster: now }).execute();
          known = now;
          return 'followed';
        }
        await tx.updateTable('store').set({ cluster: LOST }).execute();
        return 'lost';
      });
    },
  };
}
