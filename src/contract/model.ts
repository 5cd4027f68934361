/** A model: the single definition for form, API, tables and tests (DESIGN 2.3). The generic calls of API.md section 2 follow from it. */
import * as v from 'valibot';
import type { Permission } from '#domain/permissions.ts';
import { type Call, command, commandRows, get, listFields, query } from './call.ts';
import {
  baseVersion,
  clientId,
  type Field,
  type Fields,
  flag,
  gated,
  id,
  ignored,
  list,
  type OutputOf,
  oneOf,
  optional,
  status,
  text,
} from './fields.ts';
import type { Gate, Needs } from './gate.ts';

/** The id and name of another record. */
export const named = v.object({ _id: v.string(), name: v.string() });

/** The fields of every row (API.md 1.1 "Every row"): epoch seconds, a version that grows by one with each change, and who changed it. */
export const baseRow = v.object({
  _id: v.string(),
  created: v.number(),
  modified: v.number(),
  version: v.number(),
  created_by: v.nullable(named),
  modified_by: v.nullable(named),
});
export type BaseRow = v.InferOutput<typeof baseRow>;

export type Generic =
  | 'read_all'
  | 'read'
  | 'read_by_status'
  | 'read_by_tag'
  | 'read_by_ref'
  | 'create'
  | 'signup'
  | 'update'
  | 'set_status'
  | 'delete'
  | 'restore'
  | 'create_bulk'
  | 'update_bulk'
  | 'delete_bulk';

type Extra = Readonly<Record<string, v.GenericSchema>>;
type ExtraOf<X extends Extra> = { [K in keyof X]: v.InferOutput<X[K]> };

export interface Model<N extends string = string, F extends Fields = Fields, X extends Extra = Extra> {
  readonly name: N;
  /** The name in messages: "Warehouse not found". */
  readonly label: string;
  /** The fields of create and update. They are also the columns of the table (money columns end in `_kobo`), except those that are `linked`. */
  readonly fields: F;
  /** Further fields of a response row, joined or derived; they win over a field of the same name. */
  readonly extra: X;
  /** The gates of the screens. */
  readonly needs: Needs;
  /** The gates of the writes: those of the screens, unless another screen also leads to them (A1). */
  readonly writes: Pick<Needs, 'create' | 'update'>;
  /** The gate of reads: wider than `needs.view` for small reference lists (B10.4). */
  readonly reads: Gate;
  readonly generic: readonly Generic[];
  readonly search: readonly string[];
  readonly sort: readonly string[];
  /** A column such as `name`, or `-created` for descending order. */
  readonly defaultSort: string;
  readonly filters: readonly string[];
  /** Id fields by which rows are read: `seller_id` gives `{model}/read_by_seller`. Each is also a filter. */
  readonly readBy: readonly string[];
  /** Fields that an update accepts but never changes (the phone of a person). */
  readonly locked: readonly string[];
  /** Fields whose change by an update needs a further permission (K2). */
  readonly gates: Readonly<Record<string, Permission>>;
  /**
   * Fields stored in link records, which are written with the record in one transaction: a single link (the rep of an area) or, for a list field, all
   * links (the hubs of a distributor).
   */
  readonly linked: readonly string[];
  /** The sums over all filtered rows that a page of the list contains if it is requested with `sums`: money as naira text, cases as a number's text. */
  readonly sums: readonly string[];
}

/** The response row of a model. */
export type RowOf<M> =
  M extends Model<string, infer F, infer X> ? BaseRow & Omit<OutputOf<F>, keyof X> & ExtraOf<X> : never;

interface Options<X extends Extra> {
  label: string;
  needs: Needs;
  reads?: Gate;
  writes?: Pick<Needs, 'create' | 'update'>;
  extra?: X;
  generic?: readonly Generic[];
  search?: readonly string[];
  sort?: readonly string[];
  defaultSort?: string;
  filters?: readonly string[];
  readBy?: readonly string[];
  locked?: readonly string[];
  gates?: Readonly<Record<string, Permission>>;
  linked?: readonly string[];
  sums?: readonly string[];
}

const PLAIN: readonly Generic[] = ['read_all', 'read', 'read_by_status', 'create', 'update', 'set_status'];

/** Declares a model. The defaults are the generic calls, sorted by name, searched by name, filtered by status. */
// @__NO_SIDE_EFFECTS__
export function model<N extends string, F extends Fields, X extends Extra = Record<never, never>>(
  modelName: N,
  fields: F,
  options: Options<X>,
): Model<N, F, X> {
  return {
    name: modelName,
    label: options.label,
    fields,
    extra: options.extra ?? ({} as X),
    needs: options.needs,
    writes: options.writes ?? options.needs,
    reads: options.reads ?? options.needs.view,
    generic: options.generic ?? PLAIN,
    search: options.search ?? ['name', 'status'],
    sort: options.sort ?? ['name', 'status', 'created'],
    defaultSort: options.defaultSort ?? 'name',
    filters: [...new Set([...(options.filters ?? ['status']), ...(options.readBy ?? [])])],
    readBy: options.readBy ?? [],
    locked: options.locked ?? [],
    gates: options.gates ?? {},
    linked: options.linked ?? [],
    sums: options.sums ?? [],
  };
}

/** Returns the schema of a response row: base fields, fields and extra. */
// @__NO_SIDE_EFFECTS__
export function rowSchema(model: Model): v.GenericSchema {
  const fields = Object.fromEntries(Object.entries(model.fields).map(([name, field]) => [name, field.answer()]));
  return v.object({ ...baseRow.entries, ...fields, ...model.extra });
}

/** Returns a field with the gate that updates of this model need. */
function gatedBy(model: Model, name: string, field: Field): Field {
  const needs = model.gates[name];
  return needs ? gated(field, needs, { ofChange: true }) : field;
}

/** Returns the generic calls of a model (API.md section 2); the server registers exactly these. */
export function genericCalls(model: Model): Call[] {
  const { rows, paged, delta } = answersOf(model);
  const made: Record<Generic, () => Call> = { ...readCalls(model), ...writeCalls(model) };
  const readBy = model.readBy.map((field) =>
    query(`${model.name}/${readByName(field)}`, {
      input: { ...listFields, ...filtersOf(model), [field]: id(model.fields[field]?.label ?? field) },
      output: v.union([rows, paged, delta]),
      allow: model.reads,
    }),
  );
  return [...model.generic.map((generic) => made[generic]()), ...readBy];
}

/** The answers of reads: a row, all rows, a page of rows, the rows that changed since a time. */
function answersOf(model: Model) {
  const row = rowSchema(model);
  const rows = v.array(row);
  const sums = v.object(Object.fromEntries(model.sums.map((name) => [name, v.string()])));
  const paged = v.object({
    rows,
    total: v.number(),
    page: v.number(),
    per_page: v.number(),
    sums: v.optional(sums),
  });
  const delta = v.object({
    rows,
    deleted: v.array(v.string()),
    as_of: v.number(),
    more: v.boolean(),
    next: v.nullable(v.string()),
  });
  return { row, rows, paged, delta };
}

const filtersOf = (model: Model): Fields =>
  Object.fromEntries(model.filters.map((filter) => [filter, optional(list(text(filter, { max: 4_000 })))]));

/** The fields of writes: of a new record, and of a change with the row that it changes (`key`). */
function writtenFields(model: Model) {
  const key = { _id: id('_id'), base_version: baseVersion() };
  // Existing clients send a fixed hash with people, on updates too. It is never used as a password.
  const isPerson = model.fields.phone !== undefined && model.fields.user_id !== undefined;
  const unused: Fields = isPerson || model.generic.includes('signup') ? { hash: ignored('hash') } : {};
  // A new record is active unless another status is sent.
  const mayLack: Fields = model.fields.status ? { status: optional(model.fields.status) } : {};
  const fresh: Fields = { ...model.fields, ...mayLack, ...unused, client_id: clientId() };
  // Fields that an update never changes may have any value: they are accepted and ignored.
  const changed: Fields = Object.fromEntries(
    Object.entries({ ...model.fields, ...unused }).map(([name, field]) => [
      name,
      model.locked.includes(name) ? { ...field, ignored: true } : gatedBy(model, name, field),
    ]),
  );
  return { key, fresh, changed: { ...changed, ...key } };
}

function readCalls(model: Model) {
  const path = (call: string) => `${model.name}/${call}`;
  const { row, rows, paged, delta } = answersOf(model);
  const allow = model.reads;
  const { since: _since, after: _after, ...listed } = listFields;
  return {
    read_all: () =>
      get(path('read_all'), {
        input: {
          ...listFields,
          ...filtersOf(model),
          ...(model.sums.length > 0 ? { sums: optional(flag('sums')) } : {}),
        },
        output: v.union([rows, paged, delta]),
        allow,
        loose: true,
      }),
    read: () => get(path('read'), { input: { _id: id() }, output: v.tuple([row]), allow }),
    read_by_status: () =>
      query(path('read_by_status'), {
        input: { ...listed, status: oneOf('Status', ['active', 'inactive', 'all', '*'] as const) },
        output: v.union([rows, paged]),
        allow,
      }),
    read_by_tag: () =>
      query(path('read_by_tag'), {
        input: { ...listed, tag: text('Tag') },
        output: v.union([rows, paged]),
        allow,
      }),
    read_by_ref: (): Call => ({
      ...query(path('read_by_ref'), { input: { ref: text('Ref') }, output: row, allow }),
      also: 'GET',
    }),
  };
}

function writeCalls(model: Model) {
  const path = (call: string) => `${model.name}/${call}`;
  const row = rowSchema(model);
  const { key, fresh, changed } = writtenFields(model);
  const { create, update } = model.writes;
  return {
    create: () => command(path('create'), { input: fresh, output: v.unknown(), allow: create }),
    signup: () => command(path('signup'), { input: fresh, output: v.unknown(), allow: create }),
    update: () => command(path('update'), { input: changed, output: row, allow: update, partial: true }),
    set_status: () => command(path('set_status'), { input: { ...key, status: status() }, output: row, allow: update }),
    delete: () => command(path('delete'), { input: key, output: v.object({ _id: v.string() }), allow: update }),
    restore: () => command(path('restore'), { input: { _id: id() }, output: row, allow: update }),
    create_bulk: () => commandRows(path('create_bulk'), { shared: {}, row: fresh, allow: create }),
    update_bulk: (): Call => ({
      ...commandRows(path('update_bulk'), { shared: {}, row: changed, allow: update }),
      partial: true,
    }),
    delete_bulk: () => commandRows(path('delete_bulk'), { shared: {}, row: key, allow: update }),
  };
}

/** Returns the call name of a link field: `seller_id` -> `read_by_seller` (API.md section 2). */
export const readByName = (field: string) => `read_by_${field.replace(/_id$/, '')}`;
