import { sql } from 'kysely';
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/messages/pushCalls.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import type { Row } from '../db/tables.ts';
import { NO_PUSH } from './channel.ts';
import { messageChannels } from './channels.ts';
import { mayPushTo } from './pushChannel.ts';

/** The most browsers of one account, so that subscriptions of lost phones do not pile up. */
const MOST_BROWSERS = 20;

export function pushHandlers(config: Config): Handler[] {
  const { push } = config;
  // Null also when push is configured but simulated.
  const real = push && messageChannels(config).push?.simulated === false ? push : null;
  return [
    handle(pushKey, async () => ({ public_key: real?.publicKey ?? null })),
    handle(pushSubscribe, async ({ endpoint, p256dh, auth }, ctx) => {
      if (!real) throw new Refusal('not_set_up', NO_PUSH);
      if (!mayPushTo(endpoint, real.services)) throw invalid({ endpoint: 'This push service is not known.' });
      if (!/^[\w-]{87}$/.test(p256dh) || !/^[\w-]{22}$/.test(auth))
        throw invalid({ p256dh: 'The keys are not valid.' });
      const { user_id, session_id } = ctx.who;
      const { rows } = await sql<
        Pick<Row<'push_subscription'>, '_id'> & { fresh: boolean }
      >`insert into push_subscription as p
          (_id, created, user_id, session_id, device_id, endpoint, p256dh, auth)
        values (${ctx.newId()}, ${ctx.now}, ${user_id}, ${session_id}, ${ctx.deviceId}, ${endpoint}, ${p256dh}, ${auth})
        on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, device_id = excluded.device_id,
          p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created
        returning _id, xmax = 0 as fresh`.execute(ctx.db);
      await sql`delete from push_subscription where user_id = ${user_id} and _id not in (
        select _id from push_subscription where user_id = ${user_id} order by created desc, _id desc limit ${MOST_BROWSERS})`.execute(
        ctx.db,
      );
      if (rows[0]?.fresh)
        await ctx.audit({ action: 'subscribe', model: 'user', record_id: user_id, record_label: ctx.who.name });
      return {};
    }),
    handle(pushUnsubscribe, async ({ endpoint }, ctx) => {
      const { user_id, name } = ctx.who;
      const { rows } = await sql`delete from push_subscription where endpoint = ${endpoint} and user_id = ${user_id}
        returning 1`.execute(ctx.db);
      if (rows.length > 0)
        await ctx.audit({ action: 'unsubscribe', model: 'user', record_id: user_id, record_label: name });
      return {};
    }),
  ];
}
