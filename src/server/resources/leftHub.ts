/** Records that a hub-side account could see and cannot see any more (the table left_hub). */
import { sql } from 'kysely';
import { isHubSide } from '#domain/permissions.ts';
import type { Resource } from './resource.ts';

const rowsOf = (table: string, hub: string, from: number) =>
  sql`left_hub h where h.seller_id = ${hub} and h.model = ${table} and h.at >= ${from}`;

/** Returns the records of that table that left the reader's hub at `from` (epoch seconds) or later, each with the time. */
export const leftHub =
  (table: string): NonNullable<Resource['left']> =>
  (who, from) =>
    isHubSide(who.role) ? sql`select h.record_id as _id, h.at from ${rowsOf(table, who.seller_id ?? '', from)}` : null;

/** Returns the rows of `part` that belonged to such a record, by the column `link`, when it left. Rows added later belong to the other hub. */
export const leftHubWith =
  (table: string, part: string, link: string): NonNullable<Resource['left']> =>
  (who, from) =>
    isHubSide(who.role)
      ? sql`select p._id, o.at from (select h.record_id, h.at from ${rowsOf(table, who.seller_id ?? '', from)}) o
          join ${sql.table(part)} p on p.${sql.id(link)} = o.record_id where p.created <= o.at`
      : null;
