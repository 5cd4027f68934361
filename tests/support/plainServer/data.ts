/**
 * Over 300 lines, because the file is one list of records. The first records of the test server: a few of each model, with the fields of the documents
 * (section 3 of each).
 */

export type Row = Record<string, unknown> & { _id: string };

/** The rows of each model, by its name. */
export type Rows = Record<string, Row[]>;

const T0 = 1_790_000_000;
const active = { status: 'active' };
const one = (_id: string, name: string) => ({ _id, name });

const PEAK = one('maker_peak', 'FrieslandCampina');
const INDOMIE = one('maker_indomie', 'Dufil Prima');
const MUSHIN = one('hub_mushin', 'Mushin Hub');
const ADEOLA = one('dist_adeola', 'Adeola Stores');
const MUSA = one('da_musa', 'Musa Bello');
const YABA = one('loc_yaba', 'Yaba');
const brandOf = {
  peak: { ...one('brand_peak', 'Peak'), ...active },
  indomie: { ...one('brand_indomie', 'Indomie'), ...active },
};

const product = (
  _id: string,
  name: string,
  sku: string,
  case_count: number,
  price: number,
  of: 'peak' | 'indomie',
): Row => ({
  _id,
  name,
  description: `${name}, as it comes`,
  status: 'active',
  sku_id: sku,
  case_count,
  mpu: 1,
  price,
  weight: 0,
  size: 0,
  brand_id: brandOf[of]._id,
  brand: brandOf[of],
  manufacturer: { ...(of === 'peak' ? PEAK : INDOMIE), ...active },
  upload_id: 'upload_1',
  upload: { path: 'pictures/one.png' },
  sellers: { [MUSHIN._id]: { seller: MUSHIN, price, status: 'active' } },
  seller_status: 'active',
});

/** The account of the test server. Its password is "plain-Passw0rd". */
export const ACCOUNT = {
  email: 'plain@example.test',
  password: 'plain-Passw0rd',
  role: 'administrator.administrator',
  profile: {
    _id: 'manager_ada',
    user_id: 'user_ada',
    name: 'Ada Obi',
    phone: '08031234567',
    email: 'plain@example.test',
  },
};

export function startingRows(): Rows {
  return {
    seller: [{ ...MUSHIN, user_id: '', address: '1 Market Road', ...active, manager: { name: 'Ada Obi' } }],
    distributor: [{ ...ADEOLA, user_id: '', address: '5 Broad Street', ...active }],
    distributor_seller: [{ _id: 'ds_1', distributor_id: ADEOLA._id, seller_id: MUSHIN._id, ...active }],
    sales_officer: [
      {
        ...MUSA,
        user_id: 'u_musa',
        phone: '08051234567',
        email: 'musa@example.test',
        role: 'sales_officer.rep',
        seller_id: MUSHIN._id,
        seller: MUSHIN,
        ...active,
      },
      {
        ...one('hm_bola', 'Bola Ade'),
        user_id: 'u_bola',
        phone: '08051234568',
        email: 'bola@example.test',
        role: 'sales_officer.manager',
        seller_id: MUSHIN._id,
        seller: MUSHIN,
        ...active,
      },
    ],
    manager: [{ ...ACCOUNT.profile, role: ACCOUNT.role, ...active }],
    warehouse: [
      { _id: 'wh_mushin', parent_type: 'seller', parent: MUSHIN, ...active },
      { _id: 'wh_adeola', parent_type: 'distributor', parent: ADEOLA, ...active },
      { _id: 'wh_musa', parent_type: 'sales_officer', parent: MUSA, ...active },
    ],
    manufacturer: [PEAK, INDOMIE].map((maker) => ({
      ...maker,
      email: 'a@example.test',
      address: 'Lagos',
      user_id: '',
      upload_id: 'upload_1',
      upload: { path: 'pictures/one.png' },
      ...active,
    })),
    brand: [
      {
        ...brandOf.peak,
        manufacturer_id: PEAK._id,
        manufacturer: PEAK,
        upload_id: 'upload_1',
        upload: { path: 'pictures/one.png' },
      },
      {
        ...brandOf.indomie,
        manufacturer_id: INDOMIE._id,
        manufacturer: INDOMIE,
        upload_id: 'upload_1',
        upload: { path: 'pictures/one.png' },
      },
    ],
    product: [
      product('prod_peak', 'Peak Milk 400g', 'PEAK400', 12, 12_000, 'peak'),
      product('prod_chicken', 'Indomie Chicken 70g', 'IND70', 40, 8_500.5, 'indomie'),
      ...Array.from({ length: 28 }, (_, n) =>
        product(`prod_${n}`, `Noodles ${String(n).padStart(2, '0')}`, `ND${n}`, 24, 1_000 + n, 'indomie'),
      ),
    ],
    seller_product: [
      {
        _id: 'sp_peak',
        seller_id: MUSHIN._id,
        product_id: 'prod_peak',
        mpu: 1,
        price: 12_000,
        quantity: 500,
        meta: '{}',
        ...active,
      },
    ],
    distributor_product: ['prod_peak', 'prod_chicken'].map((id) => ({
      _id: `dp_${id}`,
      distributor_id: ADEOLA._id,
      product_id: id,
      ...active,
    })),
    category: [
      {
        ...one('cat_milk', 'Milk'),
        meta: 'All milk',
        upload_id: 'upload_1',
        upload: { path: 'pictures/one.png' },
        ...active,
      },
    ],
    category_product: [{ _id: 'cp_1', category_id: 'cat_milk', product_id: 'prod_peak', ...active }],
    location: [{ ...YABA, state: 'Lagos', lga: 'Yaba', ...active }],
    area: [
      {
        ...one('area_yaba', 'Yaba East'),
        phone: '08031112222',
        manufacturer_id: PEAK._id,
        manufacturer: PEAK,
        seller_id: MUSHIN._id,
        seller: MUSHIN,
        ...active,
      },
    ],
    sales_officer_area: [
      { _id: 'soa_1', area_id: 'area_yaba', sales_officer_id: MUSA._id, seller_id: MUSHIN._id, meta: '', ...active },
    ],
    location_area: [{ _id: 'la_1', area_id: 'area_yaba', location_id: YABA._id, manufacturer_id: PEAK._id, ...active }],
    seller_manager: [{ _id: 'sm_1', seller_id: MUSHIN._id, manager_id: 'manager_ada', ...active }],
    seller_manufacturer: [{ _id: 'smf_1', seller_id: MUSHIN._id, manufacturer_id: PEAK._id, ...active }],
    agent: [
      {
        ...one('agent_1', 'Chidi Eze'),
        user_id: '',
        phone: '08061234567',
        source: 'BUYER',
        bank: '044',
        bank_name: 'Access',
        account: '0123456789',
        location_id: YABA._id,
        location: YABA,
        created: T0,
        ...active,
      },
    ],
    distributor_officer: [
      {
        ...one('do_1', 'Kemi Ojo'),
        user_id: 'u_kemi',
        phone: '08071234567',
        email: 'kemi@example.test',
        role: 'manager',
        distributor_id: ADEOLA._id,
        distributor: { name: ADEOLA.name },
        ...active,
      },
    ],
    store_type: [{ ...one('st_kiosk', 'Kiosk'), description: 'A small shop', ...active }],
    cohort: [
      {
        _id: 'cohort_1',
        title: 'Milk lovers',
        tag: '',
        description: 'They buy milk',
        ...active,
        manufacturer_id: PEAK._id,
        buyers: [],
      },
    ],
    config: [{ _id: 'config_1', key: 'launch', value: '2020' }],
    buyer: [
      {
        ...one('buyer_1', 'Mama Nkechi'),
        user_id: 'u_nkechi',
        person: 'Nkechi Okafor',
        phone: '08081234567',
        address: '3 Tejuosho',
        store_type_id: 'st_kiosk',
        store_type: one('st_kiosk', 'Kiosk'),
        location_id: YABA._id,
        location: YABA,
        ...active,
      },
    ],
    route_plan: [],
    product_tag: [],
    agent_referral: [],
    purchase_order: [
      {
        _id: 'po_first',
        ref: 'PO-1',
        timestamp: T0,
        created: T0,
        tag: 'purchase_order',
        meta: '{}',
        source_type: 'distributor',
        source: ADEOLA._id,
        source_obj: ADEOLA,
        destination_type: 'seller',
        destination: MUSHIN._id,
        destination_obj: MUSHIN,
        amount: 24_000,
      },
    ],
    purchase_order_item: [
      {
        _id: 'poi_first',
        purchase_order_id: 'po_first',
        product_id: 'prod_peak',
        quantity: 24,
        quantity_accepted: 24,
        amount: 24_000,
      },
    ],
    order_group: [
      {
        _id: 'og_1',
        ref: 'AB12CD34',
        tag: 'pending',
        created: T0,
        modified: T0,
        buyer: {
          _id: 'buyer_1',
          name: 'Mama Nkechi',
          phone: '08081234567',
          agent: { name: 'Chidi Eze' },
          location: { name: 'Yaba' },
          location_id: YABA._id,
          ledgers: { wallet: { balance: 0 } },
        },
        buyer_is_new: false,
        sales_officer: { ...MUSA, phone: '08051234567' },
        sales_officer_name: MUSA.name,
        sales_officer_id: MUSA._id,
        manufacturer: { name: PEAK.name },
        manufacturer_id: PEAK._id,
        manufacturers: 1,
        cases: 2,
        subtotal: 24_000,
        delivery_fee: 0,
        discount: 0,
        discount_reason: '',
        total: 24_000,
        amount: 24_000,
        source: 'app',
        payment_method: '',
        cash: 0,
        transfer: 0,
        paid: 0,
        outstanding: -24_000,
        comment: '',
        charges: [],
        meta_obj: {},
      },
    ],
    order_group_item: [
      {
        _id: 'ogi_1',
        order_group_id: 'og_1',
        product: { _id: 'prod_peak', name: 'Peak Milk 400g', price: 12_000, case_count: 12 },
        quantity: 24,
        quantity_accepted: 24,
        amount: 24_000,
      },
    ],
    order: [],
    ledger: [
      {
        _id: 'ledger_1',
        head: 'buyer',
        subhead: 'wallet',
        owner: 'buyer_1',
        owner_object: { _id: 'buyer_1', name: 'Mama Nkechi', phone: '08081234567' },
        balance: 24_000,
        ledger_tags: {},
      },
    ],
    ledger_log: [
      { _id: 'll_1', ledger_id: 'ledger_1', created: T0, tag: 'order', value: 24_000, description: 'AB12CD34' },
    ],
    warehouse_product: [
      { _id: 'wp_1', warehouse_id: 'wh_mushin', product_id: 'prod_peak', quantity: 240 },
      { _id: 'wp_2', warehouse_id: 'wh_musa', product_id: 'prod_peak', quantity: 24 },
    ],
    warehouse_log: [
      {
        _id: 'wl_1',
        warehouse_id: 'wh_mushin',
        ref: 'PO-0',
        product_id: 'prod_peak',
        quantity: 240,
        cost_price: 11_000,
        sell_price: 12_000,
        created: T0,
        purchase_order: { _id: 'po_first', source_obj: { name: ADEOLA.name }, destination_obj: { name: MUSHIN.name } },
      },
    ],
  };
}
