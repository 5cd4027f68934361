/** How a model stands in the database: what the generic calls need to know beyond its fields. Columns are named like the fields. */
import { type RawBuilder, sql } from 'kysely';
import type { Model } from '#contract/model.ts';
import type { Who } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';

export type StoredRow = Record<string, unknown>;

export interface Resource {
  readonly model: Model;
  /**
   * Joins after `<table> m`, of what rows are sorted, filtered or left out by. What is only shown stands as a subquery among the columns: planning
   * takes longer than a page's rows, and doubles with every join from the sixth on.
   */
  readonly joins?: RawBuilder<unknown>;
  /** Extra answer fields, and fields whose column is not their name. */
  readonly columns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * Where search looks besides the table's own `words` (060_lists.sql): a condition for one folded LIKE pattern, answered by an index; unless
   * all rows are `scanned` anyway, for a word too short for any index.
   */
  readonly alsoFoundBy?: (like: RawBuilder<unknown>, scanned: boolean) => RawBuilder<unknown>;
  /** What search reads of a row instead of `words`, for a reader who is not shown all of them: a search would tell them letter by letter. */
  readonly words?: (who: Who) => RawBuilder<unknown>;
  readonly sort?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What a filter compares, or its own condition for the wanted values. */
  readonly filter?: Readonly<
    Record<string, RawBuilder<unknown> | ((wanted: string[], ctx: Ctx) => RawBuilder<unknown>)>
  >;
  /** Rows outside are answered like missing ones (B10.4a). */
  readonly scope?: (who: Who) => RawBuilder<unknown> | null;
  /** Who may change rows at all, where the calls' gate opens wider: others are told 403, whatever they name (API.md 1.8). */
  readonly writers?: (who: Who) => boolean;
  /** A select of `_id, at`: what left the reader's scope at `from` (epoch seconds) or later; a delta tells the ids as deleted (API.md 1.5). */
  readonly left?: (who: Who, from: number) => RawBuilder<unknown> | null;
  /**
   * Records that rows show by this link and that tell none of them when they change, because those may be all there are: a select of `_id, at` of what
   * changed at `from` (epoch seconds) or later. A delta tells their rows among those that changed themselves; wants an index (link, _id).
   */
  readonly renewed?: { readonly by: string; readonly since: (from: number) => RawBuilder<unknown> };
  /** Unique index -> what a person reads, and at which field of a form. */
  readonly unique?: Readonly<Record<string, readonly [text: string, field?: string]>>;
  /** A link record: these fields name it. Creating it again sets its other fields and answers its id (API.md 4.7, 4.8). */
  readonly once?: readonly string[];
  /** What an audit line calls the record. */
  readonly labelOf?: (row: StoredRow) => string;
  /** Fields that lists keep from this reader (SEC-08): he may not sort or filter by them either, or order and count would tell what the rows do not. */
  readonly hidden?: (who: Who) => readonly string[];
  /** Strips or derives answer fields per reader (SEC-08); `one`: a row asked by its id, not a list. */
  readonly shape?: (row: StoredRow, ctx: Ctx, one: boolean) => StoredRow;
  /** Holds other rows before the record itself is held for a change (`input`), where other calls hold those first. */
  readonly hold?: (id: string, ctx: Ctx, input: StoredRow) => Promise<void>;
  /** Checks against other rows before a write; throws Refusal. Returns more columns to store. */
  readonly before?: (input: StoredRow, ctx: Ctx, stored: StoredRow | null) => Promise<StoredRow | undefined>;
  readonly after?: (id: string, input: StoredRow, ctx: Ctx, stored: StoredRow | null) => Promise<void>;
  /** Columns that are not written as they are sent. */
  readonly unwritten?: readonly string[];
  /** Of those, the ones whose change is a change of the row: `before` decides what is stored of it. */
  readonly watched?: readonly string[];
  /** The answer of create when it is not the plain id (A38). */
  readonly created?: (id: string) => unknown;
}

export function resource(model: Model, rest: Omit<Resource, 'model'> = {}): Resource {
  return { model, ...rest };
}

export const column = (name: string) => sql`m.${sql.id(name)}`;

/** The expression of an answer field. */
export function expressionOf(resource: Resource, name: string): RawBuilder<unknown> {
  const own = resource.columns?.[name];
  if (own) return own;
  const field = resource.model.fields[name];
  return column(field?.kind === 'money' ? `${name}_kobo` : name);
}

/** The select of whole answer rows, without where. `many`: thousands, whose names are joined sooner than looked up one by one. */
export function selectRows(resource: Resource, many = false): RawBuilder<StoredRow> {
  const names = [...new Set([...Object.keys(resource.model.fields), ...Object.keys(resource.model.extra)])];
  const parts = names.map((name) => sql`${expressionOf(resource, name)} as ${sql.id(name)}`);
  const nameOf = (as: string, by: string) =>
    many ? sql`${sql.id(as)}.name` : sql`(select name from user_account where _id = m.${sql.id(by)})`;
  return sql<StoredRow>`select m._id, m.created, m.modified, m.version, m.created_by as created_by_id, m.modified_by as modified_by_id,
    ${nameOf('cb', 'created_by')} as created_by_name,
    ${nameOf('mb', 'modified_by')} as modified_by_name${parts.length > 0 ? sql`, ${sql.join(parts)}` : sql``}
    from ${fromOf(resource)}${
      many
        ? sql` left join user_account cb on cb._id = m.created_by
          left join user_account mb on mb._id = m.modified_by`
        : sql``
    }`;
}

export function fromOf(resource: Resource): RawBuilder<unknown> {
  return sql`${sql.table(resource.model.name)} m ${resource.joins ?? sql``}`;
}
