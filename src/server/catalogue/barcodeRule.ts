/** A barcode belongs to one product, as its unit or its case. With two owners the next scan would book the wrong goods. */
import { sql } from 'kysely';
import { codeKey, codeTexts } from '#domain/barcode.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, refusedAt } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import type { StoredRow } from '../resources/resource.ts';

const LABEL = { barcode_unit: 'Unit barcode', barcode_case: 'Case barcode' } as const;

/** Throws 409 `duplicate` "{Label} {code} belongs to {product}.", and 422 when unit and case of one product would get the same code. */
export async function barcodeRule(input: StoredRow, ctx: Ctx, stored: StoredRow | null): Promise<void> {
  for (const name of ['barcode_unit', 'barcode_case'] as const) {
    const code = input[name];
    if (typeof code !== 'string' || code === stored?.[name]) continue;
    // When two people give the same code to two products, the second one waits and then finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`barcode:${codeKey(code)}`}, 0))`.execute(ctx.db);
    const other = name === 'barcode_unit' ? 'barcode_case' : 'barcode_unit';
    const beside = input[other] === undefined ? stored?.[other] : input[other];
    const cases = Number(input.case_count ?? stored?.case_count ?? 1);
    if (typeof beside === 'string' && codeKey(beside) === codeKey(code) && cases > 1)
      throw invalid({ [name]: 'A unit and its case cannot carry the same barcode.' });
    const texts = codeTexts(code);
    const { rows } = await sql<Pick<Row<'product'>, 'name'>>`select name from product
      where (barcode_unit = any(${texts}) or barcode_case = any(${texts})) and deleted_at is null
        and _id <> ${stored?._id ?? ''} limit 1`.execute(ctx.db);
    if (rows[0]) throw refusedAt(name, 'duplicate', `${LABEL[name]} ${code} belongs to ${rows[0].name}.`);
  }
}
