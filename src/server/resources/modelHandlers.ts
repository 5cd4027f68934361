/** Handlers of the generic calls of a model (API.md section 2). */
import { sql } from 'kysely';
import { type Generic, genericCalls, readByName } from '#contract/model.ts';
import type { Handler } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { listRows, oneOfThese } from './list.ts';
import type { Resource } from './resource.ts';
import { findRow, rowById } from './rows.ts';
import { createRow, deleteRow, restoreRow, updateRow } from './write.ts';

type Handle = Handler['handle'];

export function modelHandlers(resource: Resource): Handler[] {
  const handles: Record<Generic, Handle> = {
    read_all: (input, ctx) => listRows(resource, input, ctx),
    read: async (input, ctx) => [await rowById(resource, String(input._id), ctx)],
    read_by_status: (input, ctx) => {
      const { status } = input;
      return listRows(
        resource,
        { ...input, status: undefined },
        ctx,
        status === 'all' || status === '*' ? sql`true` : sql`m.status = ${status}`,
      );
    },
    read_by_tag: (input, ctx) => listRows(resource, { ...input, tag: undefined }, ctx, sql`m.tag = ${input.tag}`),
    read_by_ref: async (input, ctx) => {
      const row = await findRow(resource, sql`m.ref = ${String(input.ref).toUpperCase()}`, ctx);
      if (!row) throw notFound(resource.model.label);
      return row;
    },
    create: (input, ctx) => createRow(resource, input, ctx),
    signup: (input, ctx) => createRow(resource, input, ctx),
    update: (input, ctx) => updateRow(resource, input, ctx),
    set_status: (input, ctx) => updateRow(resource, input, ctx, 'set_status'),
    delete: (input, ctx) => deleteRow(resource, input, ctx),
    restore: (input, ctx) => restoreRow(resource, input, ctx),
    create_bulk: (input, ctx) => createRow(resource, input, ctx),
    update_bulk: (input, ctx) => updateRow(resource, input, ctx),
    delete_bulk: (input, ctx) => deleteRow(resource, input, ctx),
  };
  // read_by_{other} lists the rows of one record. "*" and comma lists, which a filter would expand, are plain ids here and match nothing.
  const readBy = new Map<string, Handle>(
    resource.model.readBy.map((field) => [
      readByName(field),
      ({ [field]: id, ...input }, ctx) =>
        listRows(resource, input, ctx, oneOfThese(resource, field, [String(id)], ctx)),
    ]),
  );
  return genericCalls(resource.model).map((call) => {
    const name = call.path.slice(resource.model.name.length + 1);
    const handle = readBy.get(name) ?? handles[name as Generic];
    // A row of a batch and the same row sent alone are one.
    return name.endsWith('_bulk')
      ? { call, handle, sharesKeysWith: call.path.replace(/_bulk$/, '') }
      : { call, handle };
  });
}
