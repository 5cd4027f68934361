/** The models of the documents (section 3 of each) with the fields of their create and update. Written from the documents only. */

/** `needed`: fields without which a create is refused. `may`: further fields of create and update. `answers`: the answer of a create. */
export interface PlainModel {
  readonly needed: readonly string[];
  readonly may: readonly string[];
  readonly answers?: 'object';
  /** `category_id: ['category', 'category']`: the row also has the other record under that name. */
  readonly joins?: Readonly<Record<string, readonly [as: string, model: string, ...fields: string[]]>>;
  /** Link models whose rows are read by this field: `read_by_seller` takes `seller_id`. */
  readonly readBy?: readonly string[];
  /** Fields with naira, and fields with whole numbers. */
  readonly money?: readonly string[];
  readonly whole?: readonly string[];
}

const person = ['name', 'phone'] as const;

export const MODELS: Readonly<Record<string, PlainModel>> = {
  warehouse: { needed: ['parent_type', 'parent'], may: ['status'] },
  purchase_order: {
    needed: ['ref', 'timestamp', 'source_type', 'source', 'destination_type', 'destination'],
    may: ['tag', 'meta', 'amount'],
    money: ['amount'],
    whole: ['timestamp'],
  },
  manager: { needed: [...person, 'email', 'role'], may: ['status', 'hash', 'user_id'] },
  area: {
    needed: ['name', 'phone', 'manufacturer_id', 'seller_id'],
    may: ['status'],
    joins: { manufacturer_id: ['manufacturer', 'manufacturer'], seller_id: ['seller', 'seller'] },
  },
  sales_officer_area: {
    needed: ['area_id', 'sales_officer_id', 'seller_id'],
    may: ['status', 'meta'],
    readBy: ['area_id'],
  },
  location_area: { needed: ['area_id', 'location_id'], may: ['manufacturer_id', 'status'], readBy: ['area_id'] },
  agent: {
    needed: [...person, 'location_id', 'source'],
    may: ['bank', 'account', 'status', 'user_id'],
    joins: { location_id: ['location', 'location'] },
  },
  distributor: { needed: ['name', 'address'], may: ['status', 'user_id'] },
  distributor_seller: { needed: ['distributor_id', 'seller_id'], may: ['status'], readBy: ['distributor_id'] },
  distributor_product: {
    needed: ['distributor_id', 'product_id'],
    may: ['status'],
    readBy: ['distributor_id'],
    joins: {
      product_id: ['product', 'product', 'case_count', 'price', 'status', 'brand', 'manufacturer', 'mpu', 'upload'],
    },
  },
  distributor_officer: {
    needed: [...person, 'email', 'role', 'distributor_id'],
    may: ['status', 'hash', 'user_id'],
    joins: { distributor_id: ['distributor', 'distributor'] },
  },
  seller: { needed: ['name', 'address'], may: ['status', 'user_id'] },
  seller_manager: { needed: ['seller_id', 'manager_id'], may: ['status'], readBy: ['seller_id'] },
  seller_manufacturer: { needed: ['seller_id', 'manufacturer_id'], may: ['status'], readBy: ['seller_id'] },
  brand: {
    needed: ['name', 'manufacturer_id'],
    may: ['status', 'upload_id'],
    joins: { manufacturer_id: ['manufacturer', 'manufacturer'] },
    readBy: ['manufacturer_id'],
  },
  location: { needed: ['name', 'state', 'lga'], may: ['status'] },
  category: { needed: ['name'], may: ['meta', 'status', 'upload_id'] },
  category_product: { needed: ['category_id', 'product_id'], may: ['status'], readBy: ['category_id'] },
  manufacturer: { needed: ['name', 'email', 'address', 'status'], may: ['user_id', 'upload_id'] },
  store_type: { needed: ['name', 'description'], may: ['status'] },
  cohort: { needed: ['title', 'description'], may: ['tag', 'status'], readBy: ['manufacturer_id'] },
  config: { needed: ['key', 'value'], may: [] },
  buyer: {
    needed: [...person, 'store_type_id', 'location_id'],
    may: ['person', 'address', 'status', 'hash', 'user_id'],
    answers: 'object',
    joins: { store_type_id: ['store_type', 'store_type'], location_id: ['location', 'location'] },
  },
  sales_officer: {
    needed: ['name', 'phone', 'email', 'role', 'seller_id'],
    may: ['status', 'hash', 'user_id'],
    answers: 'object',
    joins: { seller_id: ['seller', 'seller'] },
  },
  product: {
    needed: ['name', 'description', 'sku_id', 'case_count', 'mpu', 'price', 'brand_id'],
    may: ['status', 'weight', 'size', 'upload_id'],
    joins: { brand_id: ['brand', 'brand', 'status'] },
    readBy: ['brand_id', 'manufacturer_id'],
    money: ['price'],
    whole: ['case_count', 'mpu', 'weight', 'size'],
  },
  seller_product: {
    needed: ['seller_id', 'product_id', 'mpu', 'price', 'quantity'],
    may: ['status', 'meta'],
    money: ['price'],
    whole: ['mpu', 'quantity'],
  },
  product_tag: { needed: ['tag', 'value', 'product_id'], may: [], readBy: ['product_id'] },
  route_plan: {
    needed: ['buyer_id', 'sales_officer_id', 'day', 'week'],
    may: ['status', 'index'],
    readBy: ['buyer_id', 'sales_officer_id'],
    whole: ['day', 'week', 'index'],
  },
  order_group: { needed: ['buyer_id'], may: ['sales_officer_id', 'tag'], money: ['amount'] },
  order: { needed: ['buyer_id'], may: ['sales_officer_id', 'tag'], money: ['amount'] },
  agent_referral: { needed: ['phone', 'referral'], may: ['status'], readBy: ['agent_id'] },
};
