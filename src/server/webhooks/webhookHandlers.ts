/** The calls of outgoing webhooks (decision 0571). */
import { sql } from 'kysely';
import {
  createWebhook,
  type Delivery,
  newWebhookSecret,
  removeWebhook,
  sendAgain,
  setWebhookStatus,
  testWebhook,
  updateWebhook,
  type Webhook,
  webhookDeliveries,
  webhooks,
} from '#contract/settings/webhookCalls.ts';
import { isOwnPassword, needOwnPassword } from '../auth/ownPassword.ts';
import { secretKey } from '../auth/secretKey.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { payloadOf } from '../events/announce.ts';
import { addressProblem } from './hookAddress.ts';
import { secretOf } from './hookSecret.ts';
import { isStrict } from './startWebhooks.ts';

const MOST_HOOKS = 20;
/** How many deliveries the log shows. */
const SHOWN = 50;

interface Hook {
  _id: string;
  url: string;
  events: string[];
  status: 'active' | 'inactive';
  secret_no: number;
}

/** The hook, locked until the transaction ends. Throws 404. */
async function lockHook(ctx: Ctx, id: string): Promise<Hook> {
  const { rows } =
    await sql<Hook>`select _id, url, events, status, secret_no from webhook where _id = ${id} for no key update`.execute(
      ctx.db,
    );
  const [hook] = rows;
  if (!hook) throw notFound('Webhook');
  return hook;
}

async function lockHookThatIsOn(ctx: Ctx, id: string): Promise<Hook> {
  const hook = await lockHook(ctx, id);
  if (hook.status !== 'active') throw new Refusal('conflict', 'This webhook is off. Switch it on first.');
  return hook;
}

function refuseAddress(url: string, config: Config): void {
  const problem = addressProblem(url, isStrict(config));
  if (problem) throw invalid({ url: problem });
}

/** The address of the webhook without its query, which may contain a secret. */
const labelOf = (url: string) => url.replace(/\?.*$/, '');

const audit = (
  ctx: Ctx,
  action: string,
  hook: Pick<Hook, '_id' | 'url'>,
  more: { before?: object; after?: object } = {},
) => ctx.audit({ action, model: 'webhook', record_id: hook._id, record_label: labelOf(hook.url), ...(more as object) });

const touched = (ctx: Ctx) => sql`modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1`;

const readHooks = handle(webhooks, async (_input, ctx) => {
  const { rows } = await sql<Webhook>`select _id, created, url, events, status, off_at, off_reason,
      (select count(*)::int4 from webhook_delivery d where d.webhook_id = w._id and d.state = 'waiting') as waiting
    from webhook w order by created, _id`.execute(ctx.db);
  return rows;
});

const addHook = (config: Config) =>
  handle(
    createWebhook,
    async ({ url, events }, ctx, right: boolean) => {
      needOwnPassword(right);
      refuseAddress(url, config);
      // Two parallel requests must not both create the twentieth webhook.
      await sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(ctx.db);
      const { rows } = await sql<{ many: number }>`select count(*)::int4 as many from webhook`.execute(ctx.db);
      if ((rows[0]?.many ?? 0) >= MOST_HOOKS)
        throw new Refusal('limit', `A site has at most ${MOST_HOOKS} webhooks. Remove one first.`);
      const hook = { _id: ctx.newId(), url, secret_no: 1 };
      const sorted = [...new Set(events)].sort();
      await sql`insert into webhook (_id, created, modified, created_by, modified_by, url, events)
        values (${hook._id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${url}, ${sorted}::text[])`.execute(
        ctx.db,
      );
      await audit(ctx, 'create', hook, { after: { url: labelOf(url), events: sorted } });
      return { _id: hook._id, secret: secretOf(await secretKey(ctx.db, 'webhook', config), hook) };
    },
    { keyless: true, prepare: ({ hash_own }, ctx) => isOwnPassword(ctx, hash_own) },
  );

const changeHook = (config: Config) =>
  handle(
    updateWebhook,
    async ({ _id, url, events }, ctx, right: boolean) => {
      needOwnPassword(right);
      refuseAddress(url, config);
      const before = await lockHook(ctx, _id);
      const sorted = [...new Set(events)].sort();
      await sql`update webhook set url = ${url}, events = ${sorted}::text[], ${touched(ctx)} where _id = ${_id}`.execute(
        ctx.db,
      );
      const hook = { _id, url };
      await audit(ctx, 'update', hook, {
        before: { url: labelOf(before.url), events: before.events },
        after: { url: labelOf(url), events: sorted },
      });
      return { _id };
    },
    { prepare: ({ hash_own }, ctx) => isOwnPassword(ctx, hash_own) },
  );

const switchHook = handle(setWebhookStatus, async ({ _id, status }, ctx) => {
  const hook = await lockHook(ctx, _id);
  if (hook.status === status) return { _id };
  await sql`update webhook set status = ${status}, off_at = null, off_reason = null, ${touched(ctx)} where _id = ${_id}`.execute(
    ctx.db,
  );
  await audit(ctx, 'set_status', hook, { before: { status: hook.status }, after: { status } });
  return { _id };
});

const renewSecret = (config: Config) =>
  handle(
    newWebhookSecret,
    async ({ _id }, ctx, right: boolean) => {
      needOwnPassword(right);
      const hook = await lockHook(ctx, _id);
      await sql`update webhook set secret_no = secret_no + 1, ${touched(ctx)} where _id = ${_id}`.execute(ctx.db);
      await audit(ctx, 'new_secret', hook);
      const secret_no = hook.secret_no + 1;
      return { secret: secretOf(await secretKey(ctx.db, 'webhook', config), { _id, secret_no }) };
    },
    { keyless: true, prepare: ({ hash_own }, ctx) => isOwnPassword(ctx, hash_own) },
  );

const dropHook = handle(removeWebhook, async ({ _id }, ctx) => {
  const hook = await lockHook(ctx, _id);
  await sql`delete from webhook where _id = ${_id}`.execute(ctx.db);
  await audit(ctx, 'delete', hook);
  return { _id };
});

const tryHook = handle(testWebhook, async ({ _id }, ctx) => {
  const hook = await lockHookThatIsOn(ctx, _id);
  const delivery = ctx.newId();
  await sql`insert into webhook_delivery (_id, webhook_id, created, type, payload, due)
    values (${delivery}, ${_id}, ${ctx.now}, 'test', ${payloadOf('test', ctx.now, { webhook_id: _id })}, ${ctx.now})`.execute(
    ctx.db,
  );
  await audit(ctx, 'test', hook);
  return { _id: delivery };
});

const readDeliveries = handle(webhookDeliveries, async ({ webhook_id }, ctx) => {
  const { rows } =
    await sql<Delivery>`select _id, created, type, state, attempts, case when state = 'waiting' then due end as next,
      tried_at, answer_code, ms, answer
    from webhook_delivery where webhook_id = ${webhook_id} order by created desc, _id desc limit ${SHOWN}`.execute(
      ctx.db,
    );
  return rows;
});

const resend = handle(sendAgain, async ({ _id }, ctx) => {
  const delivery = await ctx.db
    .selectFrom('webhook_delivery')
    .select('webhook_id')
    .where('_id', '=', _id)
    .executeTakeFirst();
  if (!delivery) throw notFound('Delivery');
  const hook = await lockHookThatIsOn(ctx, delivery.webhook_id);
  // A delivery that is being sent is not sent by a second process at the same time.
  await sql`update webhook_delivery set state = 'waiting', attempts = 0, sending = false, due = ${ctx.now}
    where _id = ${_id} and (not sending or due <= ${ctx.now})`.execute(ctx.db);
  await audit(ctx, 'send_again', hook, { after: { delivery: _id } });
  return { _id };
});

export const webhookHandlers = (config: Config): Handler[] => [
  readHooks,
  addHook(config),
  changeHook(config),
  switchHook,
  renewSecret(config),
  dropHook,
  tryHook,
  readDeliveries,
  resend,
];
