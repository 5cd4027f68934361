/** Answers the generic calls of a model (API.md section 2). */
import { sql } from 'kysely';
import { type Generic, genericCalls, readByName } from '#contract/model.ts';
import type { Answer } from '../answer.ts';
import { notFound } from '../refusal.ts';
import { listRows, oneOfThese } from './list.ts';
import { findRow, rowById } from './rows.ts';
import type { View } from './view.ts';
import { createRow, deleteRow, restoreRow, updateRow } from './write.ts';

type Handle = Answer['handle'];

export function modelAnswers(of: View): Answer[] {
  const handles: Record<Generic, Handle> = {
    read_all: (input, ctx) => listRows(of, input, ctx),
    read: async (input, ctx) => [await rowById(of, String(input._id), ctx)],
    read_by_status: (input, ctx) => {
      const { status } = input;
      return listRows(
        of,
        { ...input, status: undefined },
        ctx,
        status === 'all' || status === '*' ? sql`true` : sql`m.status = ${status}`,
      );
    },
    read_by_tag: (input, ctx) => listRows(of, { ...input, tag: undefined }, ctx, sql`m.tag = ${input.tag}`),
    read_by_ref: async (input, ctx) => {
      const row = await findRow(of, sql`m.ref = ${String(input.ref).toUpperCase()}`, ctx);
      if (!row) throw notFound(of.model.label);
      return row;
    },
    create: (input, ctx) => createRow(of, input, ctx),
    signup: (input, ctx) => createRow(of, input, ctx),
    update: (input, ctx) => updateRow(of, input, ctx),
    set_status: (input, ctx) => updateRow(of, input, ctx, 'set_status'),
    delete: (input, ctx) => deleteRow(of, input, ctx),
    restore: (input, ctx) => restoreRow(of, input, ctx),
    create_bulk: (input, ctx) => createRow(of, input, ctx),
    update_bulk: (input, ctx) => updateRow(of, input, ctx),
    delete_bulk: (input, ctx) => deleteRow(of, input, ctx),
  };
  // read_by_{other}: the list of one record. What a filter reads as "everything" or as several is an id here, which nothing has.
  const readBy = new Map<string, Handle>(
    of.model.readBy.map((field) => [
      readByName(field),
      ({ [field]: id, ...input }, ctx) => listRows(of, input, ctx, oneOfThese(of, field, [String(id)], ctx)),
    ]),
  );
  return genericCalls(of.model).map((call) => {
    const name = call.path.slice(of.model.name.length + 1);
    const handle = readBy.get(name) ?? handles[name as Generic];
    // A row of a batch and the same row sent alone are one (SYNC rule 26).
    return name.endsWith('_bulk') ? { call, handle, as: call.path.replace(/_bulk$/, '') } : { call, handle };
  });
}
