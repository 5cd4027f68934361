import { sql } from 'kysely';
import { warehouse } from '#contract/stock/warehouse.ts';
import type { PartyType } from '#domain/transfer.ts';
import { refusedAt } from '../calls/refusal.ts';
import { resource } from '../resources/resource.ts';
import { findParty } from './party.ts';

/** Warehouses (WH-07). An owner has one active warehouse (B2.1), and the owner cannot change once stock has moved (B2.13). */
export const warehouseResource = resource(warehouse, {
  columns: {
    parent: sql`json_build_object('_id', m.parent, 'name', m.owner_name)`,
    skus: sql`(select count(*) from warehouse_product wp where wp.warehouse_id = m._id and wp.quantity <> 0)`,
    cases: sql`(select round(coalesce(sum(wp.quantity::numeric / p.case_count), 0), 1)::float8 from warehouse_product wp
      join product p on p._id = wp.product_id where wp.warehouse_id = m._id and wp.quantity <> 0)`,
    last_moved: sql`(select max(wl.created) from warehouse_log wl where wl.warehouse_id = m._id)`,
    has_logs: sql`exists (select 1 from warehouse_log wl where wl.warehouse_id = m._id)`,
  },
  filter: { parent: sql`m.parent` },
  unique: { warehouse_one_active: ['This owner already has an active warehouse.', 'parent'] },
  labelOf: (row) => (row.parent as { name: string }).name,
  async before(input, ctx, stored) {
    const parentType = (input.parent_type ?? stored?.parent_type) as PartyType;
    const parent = String(input.parent ?? (stored?.parent as { _id: string } | undefined)?._id);
    if (input.parent_type === undefined && input.parent === undefined) return undefined;
    const owner = await findParty(ctx.db, parentType, parent, 'parent');
    if (
      stored &&
      (parentType !== stored.parent_type || parent !== (stored.parent as { _id: string })._id) &&
      stored.has_logs
    ) {
      throw refusedAt('parent', 'in_use', 'This warehouse already has stock movements; its owner cannot change.');
    }
    return { owner_name: owner.name };
  },
  // Remaining stock is no reason to refuse a change.
  async after(_id, _input, ctx) {
    ctx.setMessage('Warehouse successfully updated.');
  },
});
