/** The database side of a model: what the generic calls need beyond its fields. Columns have the names of the fields. */
import { type RawBuilder, sql } from 'kysely';
import type { Model } from '#contract/model.ts';
import type { Who } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';

export type StoredRow = Record<string, unknown>;

export interface Resource {
  readonly model: Model;
  /**
   * Joins after `<table> m` that sorting, filters or conditions need. Values that are only shown should be subqueries in `columns`: planning takes
   * longer than reading a page, and doubles with every join from the sixth on.
   */
  readonly joins?: RawBuilder<unknown>;
  /** Extra response fields, and fields whose column has another name. */
  readonly columns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * Further places that a search covers besides the table's own `words` (001_base.sql): a condition for one folded LIKE pattern that an index
   * supports. `scanned` is true if all rows are scanned anyway, for a word too short for any index.
   */
  readonly alsoFoundBy?: (like: RawBuilder<unknown>, scanned: boolean) => RawBuilder<unknown>;
  /**
   * The text that a search reads instead of `words`, for a reader from whom some of the words are hidden: a search would reveal them letter by
   * letter.
   */
  readonly words?: (who: Who) => RawBuilder<unknown>;
  readonly sort?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** A rank that an input may ask for: rows of a higher rank come first, those of one rank in the order of the list. null: none was asked for. */
  readonly first?: (input: Readonly<Record<string, unknown>>, ctx: Ctx) => RawBuilder<unknown> | null;
  /** The amount that a row adds to each sum of the model: kobo, or cases (a number with a fraction). */
  readonly sums?: Readonly<
    Record<string, { readonly kobo: RawBuilder<unknown> } | { readonly cases: RawBuilder<unknown> }>
  >;
  /** The expression that a filter compares, or its condition for the wanted values. */
  readonly filter?: Readonly<
    Record<string, RawBuilder<unknown> | ((wanted: string[], ctx: Ctx) => RawBuilder<unknown>)>
  >;
  /** A condition; rows outside it are treated as missing (B10.4a). */
  readonly scope?: (who: Who) => RawBuilder<unknown> | null;
  /** True for accounts that may change rows at all, if the gate of the calls is wider. Others get 403, whatever record they name (API.md 1.8). */
  readonly writers?: (who: Who) => boolean;
  /**
   * A select of `_id, at`: the rows that left the reader's scope at `from` (epoch seconds) or later. A delta returns their ids as deleted (API.md
   * 1.5).
   */
  readonly left?: (who: Who, from: number) => RawBuilder<unknown> | null;
  /**
   * Records that the rows show by the link `by`, and whose change does not touch the rows because there may be too many. `since` is a select of `_id,
   * at` of the records changed at `from` (epoch seconds) or later; a delta adds their rows. Needs an index (link, _id).
   */
  readonly renewed?: { readonly by: string; readonly since: (from: number) => RawBuilder<unknown> };
  /** By unique index: the error text, and the form field that shows it. */
  readonly unique?: Readonly<Record<string, readonly [text: string, field?: string]>>;
  /** For a link record: the fields that identify it. Creating it again sets its other fields and returns its id (API.md 4.7, 4.8). */
  readonly once?: readonly string[];
  /** Returns the label of the record in audit lines. */
  readonly labelOf?: (row: StoredRow) => string;
  /**
   * Fields that lists hide from this reader (SEC-08). The reader may not sort or filter by them either, because order and count would reveal the
   * values.
   */
  readonly hidden?: (who: Who) => readonly string[];
  /** Removes or derives response fields for the reader (SEC-08). `one` is true for a row read by its id. */
  readonly shape?: (row: StoredRow, ctx: Ctx, one: boolean) => StoredRow;
  /** Locks other rows before the record itself is locked for a change (`input`), in the order of other calls. */
  readonly hold?: (id: string, ctx: Ctx, input: StoredRow) => Promise<void>;
  /** Checks a write against other rows and throws Refusal. Returns further columns to store. */
  readonly before?: (input: StoredRow, ctx: Ctx, stored: StoredRow | null) => Promise<StoredRow | undefined>;
  readonly after?: (id: string, input: StoredRow, ctx: Ctx, stored: StoredRow | null) => Promise<void>;
  /** Fields that are not stored as sent. */
  readonly unwritten?: readonly string[];
  /** The fields of `unwritten` whose change counts as a change of the row; `before` decides what is stored. */
  readonly watched?: readonly string[];
  /** Returns the response of a create, if it is not the plain id (A38). */
  readonly created?: (id: string) => unknown;
}

export function resource(model: Model, rest: Omit<Resource, 'model'> = {}): Resource {
  return { model, ...rest };
}

export const column = (name: string) => sql`m.${sql.id(name)}`;

/** Returns the SQL expression of a response field. */
export function expressionOf(resource: Resource, name: string): RawBuilder<unknown> {
  const own = resource.columns?.[name];
  if (own) return own;
  const field = resource.model.fields[name];
  return column(field?.kind === 'money' ? `${name}_kobo` : name);
}

/**
 * Returns the select of whole response rows, without a where clause. `many`: for thousands of rows, whose names are joined faster than looked up one
 * by one. `more`: further columns.
 */
export function selectRows(
  resource: Resource,
  many = false,
  more: readonly RawBuilder<unknown>[] = [],
): RawBuilder<StoredRow> {
  const names = [...new Set([...Object.keys(resource.model.fields), ...Object.keys(resource.model.extra)])];
  const parts = [...names.map((name) => sql`${expressionOf(resource, name)} as ${sql.id(name)}`), ...more];
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
