import { syncBootstrap } from '#contract/session/syncCalls.ts';
import { mayCall } from '../auth/mayCall.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { readEpoch } from '../db/reads.ts';
import { listRows } from '../resources/list.ts';
import type { Resource } from '../resources/resource.ts';

interface Delta {
  rows: unknown[];
  deleted: string[];
  as_of: number;
  more: boolean;
  next: string | null;
}

/** With `more` set, the client continues that model with `{model}/read_all?since=&after={next}`. */
export function bootstrapHandler(views: readonly Resource[]): Handler {
  // Links have no list of their own to continue with. Clients read them through the records they link.
  const lists = views.filter((view) => view.model.generic.includes('read_all'));
  const byName = new Map(lists.map((view) => [view.model.name, view]));
  return handle(syncBootstrap, async ({ since = '0', models }, ctx) => {
    const unknown = models?.find((name) => !byName.has(name));
    if (unknown !== undefined) throw new Refusal('bad_request', `There is no model ${unknown}.`);
    const wanted = lists.filter(
      (view) => (models ?? [...byName.keys()]).includes(view.model.name) && mayCall(view.model.reads, ctx.who),
    );
    const read: Record<string, Omit<Delta, 'as_of'>> = {};
    let asOf = ctx.now;
    for (const view of wanted) {
      const { as_of, ...delta } = (await listRows(view, { since }, ctx)) as Delta;
      asOf = Math.min(asOf, as_of);
      read[view.model.name] = delta;
    }
    return { as_of: asOf, store_epoch: await readEpoch(ctx.db), models: read };
  });
}
