/** Cohorts and their members (API.md 4.12). */
import { sql } from 'kysely';
import { cohort } from '#contract/people/cohort.ts';
import { addCohortBuyers } from '#contract/people/cohortCalls.ts';
import { type Handler, handleRows } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { resource } from '../resources/resource.ts';
import { rowById } from '../resources/rows.ts';

export const cohortResource = resource(cohort, {
  columns: {
    tag: sql`''`,
    buyers: sql`(select count(*) from cohort_buyer l join buyer b on b._id = l.buyer_id
      where l.cohort_id = m._id and b.deleted_at is null)`,
  },
});

export const cohortHandlers: Handler[] = [
  /** Returns the link's id, also for a retailer who was a member already. */
  handleRows(addCohortBuyers, async ({ cohort_id, buyer_id }, ctx) => {
    const group = await rowById(cohortResource, cohort_id, ctx);
    const buyer = await sql<
      Pick<Row<'buyer'>, 'name'>
    >`select name from buyer where _id = ${buyer_id} and deleted_at is null`.execute(ctx.db);
    if (!buyer.rows[0]) throw notFound('Buyer');
    const made = await sql<
      Pick<Row<'cohort_buyer'>, '_id'>
    >`insert into cohort_buyer (_id, created, created_by, cohort_id, buyer_id)
      values (${ctx.newId()}, ${ctx.now}, ${ctx.who.user_id}, ${cohort_id}, ${buyer_id})
      on conflict (cohort_id, buyer_id) do nothing returning _id`.execute(ctx.db);
    if (made.rows[0]) {
      await ctx.db
        .updateTable('cohort')
        .set({ modified: ctx.now })
        .where('_id', '=', cohort_id)
        .where('modified', '<', ctx.now)
        .execute();
      await ctx.audit({
        action: 'add_buyer',
        model: 'cohort',
        record_id: cohort_id,
        record_label: String(group.title),
        after: { buyer: buyer.rows[0].name },
      });
      return made.rows[0]._id;
    }
    const rows = await ctx.db
      .selectFrom('cohort_buyer')
      .select('_id')
      .where('cohort_id', '=', cohort_id)
      .where('buyer_id', '=', buyer_id)
      .execute();
    return rows[0]?._id;
  }),
];
