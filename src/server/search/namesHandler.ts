import { sql } from 'kysely';
import { MOST_NAMES, NAMED, searchNames } from '#contract/search/searchCalls.ts';
import { mayCall } from '../auth/mayCall.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { fromOf, type Resource } from '../resources/resource.ts';

/** The column of the name, of the models that call it otherwise. */
const TITLE: Readonly<Record<string, ReturnType<typeof sql>>> = { cohort: sql`m.title`, warehouse: sql`m.owner_name` };

interface Named {
  _id: string;
  title: string;
  note: string;
  brand?: string;
  path?: string | null;
}

/** The names of a model's records in the reader's scope, without what is hidden from this reader. None where there are too many. */
async function namesOf(view: Resource, ctx: Ctx): Promise<Named[]> {
  const { name, fields } = view.model;
  const isShown = (field: string) => field in fields && !view.hidden?.(ctx.who).includes(field);
  const note = isShown('sku_id') ? sql`m.sku_id` : isShown('phone') ? sql`m.phone` : sql`''`;
  const pictured =
    name === 'product'
      ? sql`, b.name as brand, (select picture.path from upload picture where picture._id = m.upload_id) as path`
      : sql``;
  const { rows } =
    await sql<Named>`select m._id, ${TITLE[name] ?? sql`m.name`} as title, coalesce(${note}, '') as note${pictured}
    from ${fromOf(view)} where ${view.scope?.(ctx.who) ?? sql`true`} and m.deleted_at is null
    limit ${MOST_NAMES + 1}`.execute(ctx.db);
  return rows.length > MOST_NAMES ? [] : rows;
}

/** Returns the names of all records that the caller may search, each model under its own gate and scope. */
export function namesHandler(views: readonly Resource[]): Handler {
  return handle(searchNames, async (_input, ctx) => {
    const all: (string | number)[][] = [];
    for (const [place, model] of NAMED.entries()) {
      const view = views.find((one) => one.model.name === model);
      if (!view || !mayCall(view.model.needs.view, ctx.who)) continue;
      for (const { _id, title, note, brand, path } of await namesOf(view, ctx))
        all.push(brand === undefined ? [place, _id, title, note] : [place, _id, title, note, brand, path ?? '']);
    }
    return { rows: all };
  });
}
