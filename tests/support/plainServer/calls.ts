/**
 * Over 300 lines, because one list can be compared with the documents more easily than three. The calls of the documents that are no generic calls of a
 * model: stock, transfers, orders, wallets, reports. Written from section 7 of each.
 */
import { ACCOUNT, type Row } from './data.ts';
import { listOf, type Place, Refused, textOf } from './place.ts';

export type PlainHandler = (place: Place, sent: ReadonlyMap<string, readonly string[]>) => unknown;

/** Each call with its method and its fields. `*`: the field may be missing. `[]`: a list. */
export interface Special {
  method: 'GET' | 'POST';
  fields: readonly string[];
  answer: PlainHandler;
}

const get = (fields: readonly string[], answer: PlainHandler): Special => ({ method: 'GET', fields, answer });
const post = (fields: readonly string[], answer: PlainHandler): Special => ({ method: 'POST', fields, answer });

const where = (place: Place, model: string, test: (row: Row) => boolean) => place.rowsOf(model).filter(test);
const productOf = (place: Place, id: unknown) => {
  const found = place.rowsOf('product').find(({ _id }) => _id === id);
  if (!found) throw new Refused(404, 'Product not found');
  return {
    _id: found._id,
    name: found.name,
    case_count: found.case_count,
    price: found.price,
    brand: found.brand,
    manufacturer: found.manufacturer,
    status: found.status,
    mpu: found.mpu,
    upload: found.upload,
  };
};

type WithProduct = Record<string, unknown> & { product: ReturnType<typeof productOf> };

/** Stock of a warehouse, each row with its product. */
const stockOf = (place: Place, warehouse: string) =>
  where(place, 'warehouse_product', (row) => row.warehouse_id === warehouse).map((row) => ({
    _id: row._id,
    product: productOf(place, row.product_id),
    quantity: row.quantity,
  }));

const logsOf = (place: Place, warehouses: readonly string[]) =>
  where(place, 'warehouse_log', (row) => warehouses.includes(String(row.warehouse_id))).map(
    ({ product_id, warehouse_id: _, ...row }): WithProduct => ({ ...row, product: productOf(place, product_id) }),
  );

const itemsOf = (place: Place, order: string) =>
  where(place, 'purchase_order_item', (row) => row.purchase_order_id === order).map(
    (row): WithProduct => ({
      ...row,
      product: productOf(place, row.product_id),
    }),
  );

/** Moves the goods of an order and writes a log row for each party. */
function execute(place: Place, id: string): unknown {
  const order = place.rowsOf('purchase_order').find(({ _id }) => _id === id);
  if (!order) throw new Refused(404, 'Purchase order not found');
  if (order.tag === 'receipt') throw new Refused(400, 'This purchase order is a receipt already');
  const items = itemsOf(place, id);
  if (items.length === 0) return { errors: ['There are no products in this purchase order'] };
  const ends = [
    [order.source, -1],
    [order.destination, 1],
  ] as const;
  for (const [party, sign] of ends) {
    const warehouse = place.rowsOf('warehouse').find(({ parent }) => (parent as { _id: string })._id === party);
    if (!warehouse) continue;
    for (const item of items) {
      const held = place
        .rowsOf('warehouse_product')
        .find((row) => row.warehouse_id === warehouse._id && row.product_id === item.product_id);
      const units = sign * Number(item.quantity_accepted);
      if (held) held.quantity = Number(held.quantity) + units;
      else
        place.add('warehouse_product', { warehouse_id: warehouse._id, product_id: item.product_id, quantity: units });
      place.add('warehouse_log', {
        warehouse_id: warehouse._id,
        ref: order.ref,
        product_id: item.product_id,
        quantity: units,
        cost_price: item.product.price,
        sell_price: item.product.price,
        purchase_order: { _id: id, source_obj: order.source_obj, destination_obj: order.destination_obj },
      });
    }
  }
  order.tag = 'receipt';
  return { _id: id };
}

function upsertItem(place: Place, sent: ReadonlyMap<string, readonly string[]>): unknown {
  const id = textOf(sent, '_id');
  const fields = {
    product_id: textOf(sent, 'product_id'),
    purchase_order_id: textOf(sent, 'purchase_order_id'),
    quantity: Number(textOf(sent, 'quantity')),
    quantity_accepted: Number(textOf(sent, 'quantity_accepted')),
    amount: Number(textOf(sent, 'amount')),
  };
  productOf(place, fields.product_id);
  if (!id) return place.add('purchase_order_item', fields);
  const row = place.one('purchase_order_item', id);
  return Object.assign(row, fields);
}

const remove =
  (model: string): PlainHandler =>
  (place, sent) => {
    place.remove(model, textOf(sent, '_id'));
    return { _id: textOf(sent, '_id') };
  };

const report: PlainHandler = (place, sent) => ({
  products: logsOf(place, listOf(sent, 'warehouse_ids')).map(({ product, quantity, sell_price }) => ({
    ...product,
    issued: 0,
    issued_value: 0,
    returned: 0,
    returned_value: 0,
    quantity,
    total: (Number(quantity) / Number(product.case_count)) * Number(sell_price),
    revenue: 0,
  })),
});

const ledgerOf = (place: Place, head: string, owner: string) =>
  place.rowsOf('ledger').find((row) => row.head === head && row.owner === owner) ?? {
    _id: '',
    head,
    subhead: 'wallet',
    owner,
    balance: 0,
  };

function deposit(place: Place, sent: ReadonlyMap<string, readonly string[]>, ledger: Row): unknown {
  const value = Number(textOf(sent, 'value'));
  if (!value) throw new Refused(400, 'Value is not valid');
  ledger.balance = Number(ledger.balance) - value;
  return place.add('ledger_log', {
    ledger_id: ledger._id,
    tag: textOf(sent, 'tag'),
    value,
    description: textOf(sent, 'description'),
  })._id;
}

/** Writes a line of an order; "the parent's total is adjusted by the difference". */
function writeItem(place: Place, sent: ReadonlyMap<string, readonly string[]>, row: Row | null): Row {
  const [quantity, quantity_accepted, amount] = ['quantity', 'quantity_accepted', 'amount'].map((name) =>
    Number(textOf(sent, name)),
  );
  const group = place.one('order_group', String(row?.order_group_id ?? textOf(sent, 'order_group_id')));
  const more = Number(amount) - Number(row?.amount ?? 0);
  Object.assign(group, { total: Number(group.total) + more, amount: Number(group.amount) + more });
  if (row) return Object.assign(row, { quantity, quantity_accepted, amount });
  const product = productOf(place, textOf(sent, 'product_id'));
  return place.add('order_group_item', { order_group_id: group._id, product, quantity, quantity_accepted, amount });
}

const groupOf = (place: Place, sent: ReadonlyMap<string, readonly string[]>, field = '_id') =>
  place.one('order_group', textOf(sent, field));

export const SPECIALS: Readonly<Record<string, Special>> = {
  'administrator/login_delegate': post(['phone', 'hash', 'remember'], (place, sent) => {
    if (textOf(sent, 'phone') !== ACCOUNT.email || textOf(sent, 'hash') !== place.hash)
      throw new Refused(403, 'Wrong email or password');
    return { token: place.newToken(), profile: ACCOUNT.profile, role: place.role };
  }),
  'administrator/read_delegate': get(['token'], (place) => ({ profile: ACCOUNT.profile, role: place.role })),
  'auth/revoke': get([], () => ({})),
  'user/update_auth': post(['_id', 'hash'], () => ({})),
  'user/change_auth': post(['_id', 'hash_old', 'hash_new'], (place, sent) => {
    if (textOf(sent, 'hash_old') !== place.hash) throw new Refused(400, 'Wrong password');
    place.hash = textOf(sent, 'hash_new');
    return {};
  }),
  'warehouse/value': get(['_id'], (place, sent) => {
    const stock = stockOf(place, textOf(sent, '_id'));
    const worth = (row: (typeof stock)[number]) =>
      (Number(row.quantity) / Number(row.product.case_count)) * Number(row.product.price);
    return {
      products: Object.fromEntries(stock.map((row) => [row.product._id, worth(row)])),
      total: stock.reduce((sum, row) => sum + worth(row), 0),
      skus: stock.length,
    };
  }),
  'warehouse_product/read_by_warehouse_available': post(['warehouse_id'], (place, sent) =>
    stockOf(place, textOf(sent, 'warehouse_id')),
  ),
  'warehouse_log/read_by_warehouse': post(['warehouse_id'], (place, sent) =>
    logsOf(place, [textOf(sent, 'warehouse_id')]),
  ),
  'warehouse_log/report': post(['warehouse_ids[]', 'context', 'from_timestamp*', 'to_timestamp*'], report),
  'warehouse_log/sales': post(['warehouse_ids[]', 'from_timestamp', 'to_timestamp'], (place, sent) => ({
    ...(report(place, sent) as object),
    total: 0,
  })),
  'purchase_order/read_by_ref': get(['ref'], (place, sent) => {
    const found = where(place, 'purchase_order', ({ ref }) => ref === textOf(sent, 'ref'));
    if (found.length === 0) throw new Refused(404, 'Purchase order not found');
    return found;
  }),
  'purchase_order_item/read_by_purchase_order': get(['purchase_order_id'], (place, sent) =>
    itemsOf(place, textOf(sent, 'purchase_order_id')),
  ),
  'purchase_order_item/upsert': post(
    ['product_id', 'purchase_order_id', 'quantity', 'quantity_accepted', 'amount', '_id*'],
    upsertItem,
  ),
  'purchase_order_item/remove': post(['_id'], remove('purchase_order_item')),
  'purchase_order/execute': post(['_id', 'commit', 'error_on_empty'], (place, sent) =>
    execute(place, textOf(sent, '_id')),
  ),
  'order_group/read_all_custom': post(['timestamp_min*', 'timestamp_max*', 'query*', 'tags[]*'], (place) =>
    place.rowsOf('order_group'),
  ),
  'order_group_item/read_by_order_group': get(['order_group_id'], (place, sent) =>
    where(place, 'order_group_item', (row) => row.order_group_id === textOf(sent, 'order_group_id')),
  ),
  'order_group/read_by_buyer_tag': post(['buyer_id', 'tag'], (place, sent) =>
    where(
      place,
      'order_group',
      ({ buyer, tag }) => (buyer as { _id: string })._id === textOf(sent, 'buyer_id') && tag === textOf(sent, 'tag'),
    ),
  ),
  'order_group_item/create': post(
    ['order_group_id', 'product_id', 'quantity', 'quantity_accepted', 'amount'],
    (place, sent) => writeItem(place, sent, null)._id,
  ),
  'order_group_item/update': post(['_id', 'quantity', 'quantity_accepted', 'amount'], (place, sent) =>
    writeItem(place, sent, place.one('order_group_item', textOf(sent, '_id'))),
  ),
  'order_group_item/remove': post(['_id'], remove('order_group_item')),
  'order_group/update_tag': post(['_id', 'old_tag', 'new_tag', 'meta*', 'sales_officer_id*'], (place, sent) =>
    Object.assign(groupOf(place, sent), { tag: textOf(sent, 'new_tag') }),
  ),
  'order_group/update_amount': post(['_id', 'amount'], (place, sent) =>
    Object.assign(groupOf(place, sent), { amount: Number(textOf(sent, 'amount')) }),
  ),
  'order_group/update_sales_officer': post(['_id', 'sales_officer_id'], (place, sent) =>
    Object.assign(groupOf(place, sent), { sales_officer_id: textOf(sent, 'sales_officer_id') }),
  ),
  'order_group_meta/upsert_many': post(
    ['order_group_id', 'tag[]', 'value[]', 'meta[]*', 'update_amounts_too*'],
    (place, sent) => {
      const group = groupOf(place, sent, 'order_group_id');
      const values = listOf(sent, 'value');
      const meta = Object.fromEntries(
        listOf(sent, 'tag').map((tag, n) => [tag, { tag, value: values[n] ?? '', meta: '' }]),
      );
      const had = group.meta_obj as Record<string, { value: string }>;
      const all = { ...had, ...meta };
      const cash = Number(all.payment_cash?.value ?? 0);
      const transfer = Number(all.payment_transfer?.value ?? 0);
      return Object.assign(group, {
        meta_obj: all,
        payment_method: all.payment_method?.value ?? '',
        cash,
        transfer,
        paid: cash + transfer,
        outstanding: cash + transfer - Number(group.total),
      });
    },
  ),
  'order_group_log/read_by_order_group': post(['order_group_id'], () => []),
  'order/route_fulfilment_all': post(['location_id'], () => []),
  'order/matrix_fulfilment': get([], (place) => matrix(place, 'location')),
  'order/matrix_fulfilment_buyers': get([], (place) => matrix(place, 'buyer')),
  'order/history_by_sales_officer': post(['sales_officer_id'], () => []),
  'ledger_log/order_group_reconciliation': post(['ref'], () => {
    throw new Refused(404, 'Order not found');
  }),
  'product/read_available_more': post(['location_id', 'page', 'limit'], (place) => ({
    products: place.rowsOf('product'),
    brands: place.rowsOf('brand'),
    manufacturers: place.rowsOf('manufacturer'),
  })),
  'product/history': post(['as_csv'], () => []),
  'seller_product/read_by_seller_product': post(['seller_id', 'product_id'], (place, sent) =>
    where(
      place,
      'seller_product',
      (row) => row.seller_id === textOf(sent, 'seller_id') && row.product_id === textOf(sent, 'product_id'),
    ),
  ),
  'seller_product_log/read_by_seller_product': post(['seller_product_id'], () => []),
  'ledger/read_by_owner_specific': post(['head', 'subhead', 'owner'], (place, sent) =>
    ledgerOf(place, textOf(sent, 'head'), textOf(sent, 'owner')),
  ),
  'ledger_log/read_by_ledger': get(['ledger_id'], (place, sent) =>
    where(place, 'ledger_log', (row) => row.ledger_id === textOf(sent, 'ledger_id')),
  ),
  'ledger_log/deposit': post(['value', 'description', 'tag', 'ledger_id'], (place, sent) =>
    deposit(place, sent, place.one('ledger', textOf(sent, 'ledger_id'))),
  ),
  'ledger_log/deposit_to': post(
    ['value', 'description', 'tag', 'head', 'subhead', 'owner', 'balance*'],
    (place, sent) =>
      deposit(
        place,
        sent,
        place.add('ledger', {
          head: textOf(sent, 'head'),
          subhead: textOf(sent, 'subhead'),
          owner: textOf(sent, 'owner'),
          balance: 0,
          ledger_tags: {},
        }),
      ),
  ),
  'ledger_tag/virtual_account_create': post(['parent_type', 'parent_id', 'first_name', 'last_name', 'bvn'], () => ({})),
  'ledger_log/reconciliation_report': post(['head', 'subhead'], () => []),
  'route_plan/read_unattached': post(['location'], (place) =>
    place
      .rowsOf('buyer')
      .map(({ _id, name, phone, location, location_id }) => ({ _id, name, phone, location, location_id })),
  ),
  'device/read_all_dict': post(['key'], () => ({})),
  'device/fragmentation': get([], () => ({ in_zone: { '10200': 3 }, out_of_zone: { '10100': 1 } })),
  'device/read_by_user': post(['user_id'], () => []),
  'buyer/history': get(['show_more'], (place) =>
    place
      .rowsOf('buyer')
      .map((row) => ({ ...row, order_count: 1, order_value: 24_000, order_average: 24_000, category: 'new_active' })),
  ),
  'cohort_buyer/add_bulk': post(['cohort_id', 'buyer_id[]'], (_place, sent) => ({
    succeeded: listOf(sent, 'buyer_id').length,
    failed: 0,
  })),
  'location_area/add_bulk_location': post(
    ['area_id', 'manufacturer_id*', 'status*', 'location_id[]'],
    (place, sent) => {
      for (const location_id of listOf(sent, 'location_id'))
        place.add('location_area', { area_id: textOf(sent, 'area_id'), location_id, status: 'active' });
      return { succeeded: listOf(sent, 'location_id').length, failed: 0 };
    },
  ),
  'config/read_by_key': get(
    ['key'],
    (place, sent) => where(place, 'config', ({ key }) => key === textOf(sent, 'key'))[0] ?? null,
  ),
  'notification/poll_buyers_for': post(
    ['filter_type', 'filter_value', 'title', 'message', 'exclude', 'include', 'commit', 'send_sms_too'],
    (place) => place.rowsOf('buyer').length,
  ),
  'notification/send_to_buyers': post(
    [
      'filter_type',
      'filter_value',
      'title',
      'message',
      'exclude',
      'include',
      'commit',
      'send_sms_too',
      'timestamp',
      'seller_id*',
    ],
    (place) => place.rowsOf('buyer').length,
  ),
  'spend/get_bank_list': get([], () => ({ data: [{ code: '044', name: 'Access' }] })),
  'agent_referral/create_phone': post(
    ['phone', 'referral', 'status'],
    (place, sent) =>
      place.add('agent_referral', {
        phone: textOf(sent, 'phone'),
        referral: textOf(sent, 'referral'),
        status: textOf(sent, 'status'),
      })._id,
  ),
  'agent/credit_referral': post(['buyer_phone'], () => ({})),
  'agent/sign_this_up': post(['hash', 'phone', 'location_id'], () => ({})),
  'agent/source_summary': post(['from_timestamp', 'to_timestamp', 'period', 'source'], () => ({
    timestreams: [],
    agents: [],
    totals: [],
    cumulative: { referrals: 0, buyers: 0, orders: 0 },
  })),
  states: get([], () => ['Lagos', 'Ogun']),
  lgas: get([], () => [{ state: 'Lagos', lgas: ['Yaba', 'Ikeja'] }]),
  'upload/upload': post(['file', 'tag', 'title', 'overwrite'], () => ({ _id: 'upload_2', path: 'pictures/two.png' })),
};

function matrix(place: Place, model: string): unknown {
  const columns = place.rowsOf('manufacturer').map(({ _id, name }) => ({ _id, name }));
  const data = place.rowsOf(model).map(({ _id, name, phone, location }) => ({
    _id,
    name,
    phone,
    location,
    manufacturers: Object.fromEntries(columns.map((column) => [column._id, { found: column._id === 'maker_peak' }])),
  }));
  return { columns, data };
}
