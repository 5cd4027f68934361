/** DECISIONS B10.1, copied row by row and independent of the code's own table. Tests compare the server with it. */
import type { Role } from '#domain/permissions.ts';

/** The headings of B10.1. */
export const COLUMNS: Readonly<Record<string, Role>> = {
  A: 'administrator.administrator',
  S: 'manager.staff',
  AC: 'manager.accountant',
  WO: 'manager.warehouse_officer',
  B: 'manager.buyer',
  CS: 'manager.customer_support',
  SM: 'seller.manager',
  HM: 'sales_officer.manager',
  RM: 'sales_officer.rem',
  DA: 'sales_officer.rep',
  BA: 'sales_officer.ba',
  HC: 'sales_officer.cs',
};

/** Permission(s) | A | S | AC | WO | B | CS | SM | HM | RM | DA | BA | HC */
const ROWS = `
view_warehouses, create_warehouse, update_warehouse | Y | Y | Y | Y | | | | | | | |
view_warehouse_logs | Y | | | Y | | | | | | | |
create_stock_in, create_stock_out, create_shipment_in, create_shipment_out | Y | | | Y | | | | | | | |
view_purchase_orders | Y | Y | Y | Y | | | | | | | |
create_purchase_order, update_purchase_order, execute_purchase_order | Y | | | | | | | | | | |
view_managers, signup_manager, update_manager | Y | | | | | | | | | | |
view_products | Y | Y | Y | Y | | Y | y | Y | | | | y
create_product | Y | Y | Y | Y | | | | | | | |
update_product | Y | Y | Y | Y | | | y | Y | | | |
view_order, view_orders | Y | Y | Y | Y | | Y | y | Y | | | | y
create_order, update_order, update_order_tag | Y | Y | Y | Y | | | | | | | |
buyer_cart | Y | Y | Y | Y | | Y | | | | | |
view_dashboard_charts, view_reports, send_notification, view_order_fulfilment | Y | Y | Y | Y | | | | | | | |
view_buyers, signup_buyer, update_buyer | Y | Y | Y | Y | | Y | | | | | |
update_config | Y | | | | | | | | | | |
view_areas, create_area, update_area, signup_area | Y | | | | | | | | | | |
view_agents, signup_agent, update_agent | Y | | | | | | | | | | |
view_locations, create_location, update_location | Y | | | | | | | | | | |
view_manufacturers, create_manufacturer, update_manufacturer | Y | | | | | | | | | | |
view_store_types, create_store_type, update_store_type | Y | | | | | | | | | | |
view_cohorts, create_cohort, update_cohort | Y | | | | | | | | | | |
view_buyer_tickets | Y | | | | | | | | | | |
view_categories, create_category, update_category | Y | y | y | y | | | | | | | |
view_brands, create_brand, update_brand, signup_brand | Y | Y | Y | Y | | | | | | | |
view_distributors, create_distributor, update_distributor | Y | Y | Y | Y | | | | | | | |
view_distributor_officers, signup_distributor_officer, update_distributor_officer | Y | Y | Y | Y | | | | | | | |
view_sales_officers, signup_sales_officer, update_sales_officer | Y | Y | Y | Y | | | | | | | |
view_sellers, create_seller, update_seller | Y | Y | Y | Y | | | | | | | |
create_deposit | y | | y | | | | | | | | |
adjust_stock | y | | | | | | | | | | |
count_stock | y | | | y | | | y | y | | | |
approve_stocktake | y | | y | | | | | | | | |
reverse_transfer | y | | | y | | | | | | | |
approve_reversal | y | | y | | | | | | | | |
view_discrepancies | y | y | y | y | | | y | y | | | |
manage_claims | y | y | y | | | | | | | | |
view_cover | y | y | y | y | | | y | y | | | |
order_goods | y | y | | | | | | | | | |
view_close_outs | y | y | y | | | | y | y | | y | |
close_day | y | | y | | | | y | y | | | |
reopen_day | y | | y | | | | | | | | |
take_handover | y | | | y | | | y | y | | y | |
view_handovers | y | y | y | y | | | y | y | | | |
settle_handover | y | y | y | | | | y | y | | | |
view_audit_log | y | | | | | | | | | | |
view_sidebar_orders | Y | Y | Y | Y | | Y | y | Y | | | | y
view_sidebar_inventory | Y | Y | Y | Y | | Y | y | Y | | Y | Y | y
view_sidebar_logistics, view_sidebar_reports | Y | Y | Y | Y | | | | | | | |
view_sidebar_people | Y | Y | Y | Y | | Y | | | | | |
view_sidebar_more | Y | Y | Y | Y | | | y | Y | y | Y | Y |
view_sidebar_partners | | | | | | | | | | | |
`;

/** Maps a permission to the roles that have it. */
export const HOLDERS: ReadonlyMap<string, ReadonlySet<Role>> = new Map(
  ROWS.trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const roles = new Set(Object.values(COLUMNS).filter((_, index) => /^y$/i.test(cells[index] ?? '')));
      return names.split(',').map((name) => [name.trim(), roles] as const);
    }),
);

/** Lines with only the three rights of one model: [view, create or signup, update]. A model without another table is plain, and these rights open it. */
export const PLAIN: readonly (readonly [string, string, string])[] = ROWS.trim()
  .split('\n')
  .flatMap((line) => {
    const [view = '', create = '', update = '', ...more] = (line.split('|')[0] ?? '')
      .split(',')
      .map((name) => name.trim());
    return more.length === 0 && view.startsWith('view_') && update.startsWith('update_')
      ? [[view, create, update] as const]
      : [];
  });

/** Every role of the back office. */
export const ROLES = Object.values(COLUMNS);
