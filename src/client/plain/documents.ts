/**
 * The calls and fields of the three documents (section 7 of each). A server that has shown no further capabilities gets exactly these. Field names are
 * separated by spaces.
 */

import { PLACEHOLDER_UPLOAD } from '#contract/catalogue/uploadCalls.ts';

/** The fields that create and update of a model take. */
export const FORM: Readonly<Record<string, string>> = {
  warehouse: 'status parent_type parent',
  purchase_order: 'ref timestamp tag meta source_type source destination_type destination amount',
  manager: 'name phone email status role hash user_id',
  area: 'name phone status manufacturer_id seller_id',
  sales_officer_area: 'area_id sales_officer_id seller_id status meta',
  location_area: 'area_id location_id manufacturer_id status',
  agent: 'name phone status source bank account location_id user_id',
  distributor: 'name address status user_id',
  distributor_seller: 'distributor_id seller_id status',
  distributor_product: 'distributor_id product_id status',
  distributor_officer: 'name phone email status role distributor_id hash user_id',
  seller: 'name address status user_id',
  seller_manager: 'seller_id manager_id status',
  seller_manufacturer: 'seller_id manufacturer_id status',
  brand: 'name status manufacturer_id upload_id',
  location: 'name status state lga',
  category: 'name meta status upload_id',
  category_product: 'category_id product_id status',
  manufacturer: 'name status email address user_id upload_id',
  store_type: 'name description status',
  cohort: 'title tag description status',
  config: 'key value',
  buyer: 'name person phone status store_type_id location_id address hash user_id',
  sales_officer: 'name phone email status role seller_id hash user_id',
  product: 'name description status sku_id case_count mpu price weight size brand_id upload_id',
  seller_product: 'seller_id product_id mpu price quantity status meta',
  product_tag: 'tag value product_id',
  route_plan: 'sales_officer_id buyer_id day week index status',
};

/** Models that are read generically and written by their own calls. */
const READ_ONLY = ['order_group', 'order'];

/** Fields that the documents' forms send with a new record in addition to the typed ones. */
export const FRESH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  purchase_order: { ref: '*', tag: 'purchase_order', meta: '{}', amount: '0' },
  cohort: { tag: '' },
  brand: { upload_id: PLACEHOLDER_UPLOAD },
  manufacturer: { upload_id: PLACEHOLDER_UPLOAD },
  product: { upload_id: PLACEHOLDER_UPLOAD },
  manager: { hash: 'default', status: 'active' },
  buyer: { hash: 'default', status: 'active' },
  sales_officer: { hash: 'default', status: 'active' },
  distributor_officer: { hash: 'default', status: 'active' },
};

/** Links that the documents read by the linking record. */
const READ_BY: Readonly<Record<string, string>> = {
  distributor_product: 'distributor',
  distributor_seller: 'distributor',
  seller_manager: 'seller',
  seller_manufacturer: 'seller',
  sales_officer_area: 'area',
  location_area: 'area',
  brand: 'manufacturer',
  category_product: 'category',
  product: 'brand manufacturer',
  product_tag: 'product',
  cohort: 'manufacturer',
  agent_referral: 'agent',
  route_plan: 'buyer sales_officer',
  order_group: 'buyer',
  order: 'buyer',
};

/** The other calls, each with its fields. */
const CALLS: Readonly<Record<string, string>> = {
  'administrator/login_delegate': 'phone hash remember',
  'administrator/read_delegate': 'token',
  'auth/revoke': '',
  'user/update_auth': '_id hash',
  'user/change_auth': '_id hash_old hash_new',
  'warehouse/value': '_id',
  'warehouse_product/read_by_warehouse_available': 'warehouse_id',
  'warehouse_log/read_by_warehouse': 'warehouse_id',
  'warehouse_log/report': 'warehouse_ids context from_timestamp to_timestamp',
  'warehouse_log/sales': 'warehouse_ids from_timestamp to_timestamp',
  'purchase_order/read_by_ref': 'ref',
  'purchase_order/execute': '_id commit error_on_empty',
  'purchase_order_item/read_by_purchase_order': 'purchase_order_id',
  'purchase_order_item/upsert': 'product_id purchase_order_id quantity quantity_accepted amount _id',
  'purchase_order_item/remove': '_id',
  'order_group/read_by_buyer_tag': 'buyer_id tag',
  'order_group/read_by_sales_officer_tag': 'from_timestamp sales_officer_id tag',
  'order_group/read_all_custom': 'timestamp_min timestamp_max query tags',
  'order_group/read_by_ref': 'ref',
  'order_group/update_tag': '_id old_tag new_tag meta',
  'order_group/update_amount': '_id amount',
  'order_group/update_sales_officer': '_id sales_officer_id',
  'order_group_meta/upsert_many': 'order_group_id tag value meta update_amounts_too',
  'order_group_log/read_by_order_group': 'order_group_id',
  'order_group_item/read_by_order_group': 'order_group_id',
  'order_group_item/create': 'order_group_id product_id quantity quantity_accepted amount',
  'order_group_item/update': '_id quantity quantity_accepted amount',
  'order_group_item/upsert': '_id order_group_id product_id quantity quantity_accepted amount',
  'order_group_item/remove': '_id',
  'order_group_item/delete': '_id',
  'order_item/read_by_order': 'order_id',
  'order/history_by_sales_officer': 'sales_officer_id',
  'order/route_fulfilment_all': 'location_id',
  'order/matrix_fulfilment': '',
  'order/matrix_fulfilment_buyers': '',
  'product/read_available_more': 'location_id page limit',
  'product/history': 'as_csv',
  'seller_product/read_by_seller_product': 'seller_id product_id',
  'seller_product_log/read_by_seller_product': 'seller_product_id',
  'ledger/read_by_owner_specific': 'head subhead owner',
  'ledger_log/read_by_ledger': 'ledger_id',
  'ledger_log/deposit': 'value description tag ledger_id',
  'ledger_log/deposit_to': 'value description tag head subhead owner balance',
  'ledger_log/order_group_reconciliation': 'ref',
  'ledger_tag/virtual_account_create': 'parent_type parent_id first_name last_name bvn',
  'route_plan/read_unattached': 'location',
  'device/read_all_dict': 'key',
  'device/fragmentation': '',
  'device/read_by_user': 'user_id',
  'buyer/history': 'show_more',
  'cohort_buyer/add_bulk': 'cohort_id buyer_id',
  'location_area/add_bulk_location': 'area_id manufacturer_id status location_id',
  'config/read_by_key': 'key',
  'notification/poll_buyers_for': 'filter_type filter_value title message exclude include commit send_sms_too',
  'notification/send_to_buyers':
    'filter_type filter_value title message exclude include commit send_sms_too timestamp seller_id',
  'spend/get_bank_list': '',
  'agent_referral/create_phone': 'phone referral status',
  'agent/credit_referral': 'buyer_phone',
  'agent/sign_this_up': 'hash phone location_id',
  'agent/source_summary': 'from_timestamp to_timestamp period source',
  states: '',
  lgas: '',
  'upload/upload': 'file tag title overwrite',
};

/** The fields of a call of the documents; null: the documents have no such call. */
export function fieldsOf(path: string): readonly string[] | null {
  const listed = CALLS[path];
  if (listed !== undefined) return words(listed);
  if (/^states\/[^/]+\/lgas$/.test(path)) return [];
  const [model = '', call = ''] = path.split('/');
  const form = FORM[model];
  const by = /^read_by_(\w+)$/.exec(call)?.[1];
  if (by && words(READ_BY[model] ?? '').includes(by)) return [`${by}_id`];
  if (form === undefined && !READ_ONLY.includes(model)) return null;
  if (call === 'read_all') return [];
  if (call === 'read' || (call === 'delete' && form !== undefined)) return ['_id'];
  if (by === 'status' || by === 'tag' || by === 'ref') return [by];
  if (form === undefined) return null;
  if (call === 'create' || call === 'signup' || call === 'create_bulk') return words(form);
  if (call === 'update' || call === 'update_bulk') return ['_id', ...words(form)];
  if (call === 'set_status') return ['_id', 'status'];
  return call === 'delete_bulk' ? ['_id'] : null;
}

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));
