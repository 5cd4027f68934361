/** Records that a hub-side account could see and cannot any more (155_left_hub.sql). */
import { type RawBuilder, sql } from 'kysely';
import { isHubSide } from '#domain/permissions.ts';
import type { View } from './view.ts';

/** Rows whose `id` names a record of that table which left the reader's hub at `from` (epoch seconds) or later. */
export const leftHub =
  (table: string, id: RawBuilder<unknown>): NonNullable<View['left']> =>
  (who, from) =>
    isHubSide(who.role)
      ? sql`${id} in (select record_id from left_hub where seller_id = ${who.seller_id ?? ''} and model = ${table} and at >= ${from})`
      : null;
