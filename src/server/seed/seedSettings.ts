/** Cohorts and settings of the demo. They are created after the retailers, who are members of the cohorts. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { insertMany } from './insertMany.ts';

const COHORTS = [
  ['First hundred', 'Retailers who joined before the launch', 'active'],
  ['Market traders', 'Stalls of the daily markets', 'active'],
  ['Weekend buyers', 'Order on Saturdays only; kept for comparison', 'inactive'],
] as const;

const CONFIG = [
  ['agent_source_staff_1', 'Staff 1'],
  ['agent_source_staff_2', 'Staff 2'],
  ['support_phone', '08031000000'],
] as const;

export async function seedSettings(tx: Db, at: number): Promise<void> {
  await insertMany(
    tx,
    'cohort',
    at,
    COHORTS.map(([title, description, status], index) => ({ _id: `cohort_${index + 1}`, title, description, status })),
  );
  await sql`insert into cohort_buyer (_id, created, created_by, cohort_id, buyer_id)
    select 'cohort_buyer_' || _id, ${at}::int8, 'system', 'cohort_1', _id from buyer order by name_key limit 12`.execute(
    tx,
  );
  await insertMany(
    tx,
    'config',
    at,
    CONFIG.map(([key, value]) => ({ _id: `config_${key}`, key, value })),
  );
}
