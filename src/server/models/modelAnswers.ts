/** Answers the generic calls of a model (API.md section 2). */
import { sql } from 'kysely';
import { type Generic, genericCalls } from '#contract/model.ts';
import type { Answer } from '../answer.ts';
import { notFound } from '../refusal.ts';
import { listRows } from './list.ts';
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
  };
  return genericCalls(of.model).map((call) => {
    const generic = call.path.slice(of.model.name.length + 1) as Generic;
    return { call, handle: handles[generic] };
  });
}
