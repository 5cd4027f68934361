/**
 * Writes events for the webhooks that subscribed to them, in the transaction of the work: no event without its commit, and no commit without its events
 * (decision 0571).
 */
import { sql } from 'kysely';
import type { HookEvent } from '#contract/settings/webhookCalls.ts';
import type { Ctx } from '../calls/handler.ts';

type Writer = Pick<Ctx, 'db' | 'now' | 'newId'>;

/** The body of a delivery. `timestamp`: epoch seconds of the event. */
export const payloadOf = (type: string, timestamp: number, data: unknown) => JSON.stringify({ type, timestamp, data });

/**
 * Writes the event once for each active webhook that subscribed to it. `dataOf` is called only if there is one; its result must not contain secrets or costs.
 */
export async function announce(
  { db, now, newId }: Writer,
  type: HookEvent,
  dataOf: () => Promise<unknown> | unknown,
): Promise<void> {
  // The rows are locked, so that a webhook that is removed meanwhile does not make the work fail.
  const { rows: hooks } = await sql<{ _id: string }>`select _id from webhook
    where status = 'active' and ${type} = any(events) order by _id for key share`.execute(db);
  if (hooks.length === 0) return;
  const payload = payloadOf(type, now, await dataOf());
  for (const { _id } of hooks)
    await sql`insert into webhook_delivery (_id, webhook_id, created, type, payload, due)
      values (${newId()}, ${_id}, ${now}, ${type}, ${payload}, ${now})`.execute(db);
}
