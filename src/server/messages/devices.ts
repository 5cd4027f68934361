import { sql } from 'kysely';

/** Accounts that a push reaches, as (user_id): whoever has registered a device (B9.7). */
export const deviceOwners = sql`device`;
