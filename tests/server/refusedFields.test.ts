/** A refusal that is about one field of a form says which one it is (API.md 1.7 `fields`), whatever its code, so that the form shows it there. */
import { beforeAll, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

/** What has no status. */
const STATELESS = /^(notification|config|product_tag|warehouse_log)\//;

describeOneEngine('refusals about one field', (database) => {
  let server: TestServer;
  let admin: string;
  let last = 0;
  const call = (path: string, fields: Record<string, unknown>, key?: string) =>
    server.call('POST', path, fields, { token: admin, key });
  const made = async (path: string, fields: Record<string, unknown>): Promise<string> => {
    const response = await call(path, { ...(STATELESS.test(path) ? {} : { status: 'active' }), ...fields });
    expect([path, response.code, response.message]).toEqual([path, 200, expect.any(String)]);
    return typeof response.data === 'string' ? response.data : String((response.data as Data)._id);
  };
  const person = (more: Record<string, unknown> = {}) => {
    last += 1;
    const phone = `0803${String(last).padStart(7, '0')}`;
    return {
      name: `Person ${last}`,
      phone,
      email: `p${last}@example.test`,
      status: 'active',
      hash: 'default',
      ...more,
    };
  };
  const good = {
    ...{ name: 'Peak Milk', description: 'A tin of powder', status: 'active', sku_id: 'PEAK', case_count: 12, mpu: 1 },
    ...{ price: '10', weight: '1', size: '1', barcode_unit: '5901234123457' },
  };
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    ids.hub = await made('seller/create', { name: 'Ikeja', address: 'Road' });
    ids.far = await made('seller/create', { name: 'Far', address: 'Road' });
    ids.maker = await made('manufacturer/create', { name: 'Peak', email: 'a@example.test', address: 'Road' });
    ids.brand = await made('brand/create', { name: 'Gold', manufacturer_id: ids.maker });
    ids.store = await made('store_type/create', { name: 'Kiosk', description: 'A small shop' });
    await made('category/create', { name: 'Milk' });
    ids.place = await made('location/create', { name: 'Oba Akran', state: 'Lagos', lga: 'Ikeja' });
    ids.product = await made('product/create', { ...good, brand_id: ids.brand });
    await made('product_tag/create', { product_id: ids.product, tag: 'MARKUP', value: '10' });
    await made('config/create', { key: 'market_days', value: 'All' });
    ids.distributor = await made('distributor/create', { name: 'Depot', address: 'Road' });
    ids.rep = await made('sales_officer/signup', {
      ...person({ phone: '08030009999', role: 'sales_officer.rep', seller_id: ids.hub }),
    });
    ids.warehouse = await made('warehouse/create', { parent_type: 'sales_officer', parent: ids.rep });
    await made('manager/signup', person({ phone: '08030009991', email: 'taken@example.test', role: 'manager.staff' }));
    ids.manager = await made('manager/signup', person({ role: 'manager.staff' }));
    await made(
      'distributor_officer/signup',
      person({ phone: '08030009992', role: 'rep', distributor_id: ids.distributor }),
    );
    ids.agent = await made('agent/signup', {
      ...person({ phone: '08030009993', source: 'AGENCY', bank: '', account: '', location_id: ids.place }),
      email: undefined,
    });
    await made('buyer/create', {
      ...{ name: 'Shop', phone: '08030009994', store_type_id: ids.store, location_id: ids.place },
    });
    await made('agent_referral/create_phone', { phone: '08030009995', referral: ids.agent, status: 'unverified' });
    // Stock that moved, and stock that an associate carries.
    const warehouse_id = ids.warehouse;
    await made('warehouse_log/adjust', { warehouse_id, product_id: ids.product, counted: '12', reason: 'found' });
  });

  const taken = (what: string) => `${what} already exists.`;
  test.each<[path: string, fields: () => Record<string, unknown>, code: number, fieldTexts: Record<string, string>]>([
    ['store_type/create', () => ({ name: 'kiosk', description: 'Another' }), 409, { name: taken('Store type') }],
    [
      'manufacturer/create',
      () => ({ name: 'PEAK', email: 'b@example.test', address: 'R' }),
      409,
      { name: taken('Manufacturer') },
    ],
    ['brand/create', () => ({ name: 'gold', manufacturer_id: ids.maker }), 409, { name: taken('Brand') }],
    [
      'brand/create',
      () => ({ name: 'Silver', manufacturer_id: 'no' }),
      404,
      { manufacturer_id: 'Manufacturer not found' },
    ],
    ['category/create', () => ({ name: 'milk' }), 409, { name: taken('Category') }],
    ['location/create', () => ({ name: 'oba akran', state: 'Lagos', lga: 'Ikeja' }), 409, { name: taken('Location') }],
    [
      'product/create',
      () => ({ ...good, brand_id: ids.brand, barcode_unit: '' }),
      409,
      { sku_id: 'SKU is already in use.' },
    ],
    ['product/create', () => ({ ...good, sku_id: 'B', brand_id: 'no' }), 404, { brand_id: 'Brand not found' }],
    [
      'product/create',
      () => ({ ...good, sku_id: 'C', brand_id: ids.brand }),
      409,
      { barcode_unit: 'Unit barcode 5901234123457 belongs to Peak Milk.' },
    ],
    [
      'product/update',
      () => ({ _id: ids.product, case_count: '24' }),
      409,
      { case_count: 'Case count cannot change after stock has moved.' },
    ],
    ['product/update', () => ({ _id: ids.product, upload_id: 'no' }), 404, { upload_id: 'Image not found' }],
    [
      'product_tag/create',
      () => ({ product_id: ids.product, tag: 'MARKUP', value: '5' }),
      409,
      { tag: 'Product tag already exists.' },
    ],
    ['config/create', () => ({ key: 'market_days', value: 'None' }), 409, { key: 'Key already exists.' }],
    [
      'manager/signup',
      () => person({ phone: '08030009991', role: 'manager.staff' }),
      409,
      { phone: 'Phone number is already in use.' },
    ],
    [
      'manager/signup',
      () => person({ email: 'TAKEN@example.test', role: 'manager.staff' }),
      409,
      { email: 'Email is already in use.' },
    ],
    [
      'manager/update',
      () => ({ _id: ids.manager, email: 'taken@example.test' }),
      409,
      { email: 'Email is already in use.' },
    ],
    [
      'sales_officer/signup',
      () => person({ phone: '08030009999', role: 'sales_officer.rep', seller_id: ids.hub }),
      409,
      { phone: 'Phone number is already in use.' },
    ],
    [
      'sales_officer/signup',
      () => person({ role: 'sales_officer.rep', seller_id: 'no' }),
      404,
      { seller_id: 'Hub not found' },
    ],
    [
      'sales_officer/update',
      () => ({ _id: ids.rep, seller_id: ids.far }),
      409,
      { seller_id: 'His warehouse still holds stock of this hub.' },
    ],
    [
      'distributor_officer/signup',
      () => person({ phone: '08030009992', role: 'rep', distributor_id: ids.distributor }),
      409,
      { phone: 'Phone number is already in use.' },
    ],
    [
      'distributor_officer/signup',
      () => person({ role: 'rep', distributor_id: 'no' }),
      404,
      { distributor_id: 'Distributor not found' },
    ],
    [
      'agent/create',
      () => ({
        ...person({ phone: '08030009993', source: 'AGENCY', location_id: ids.place }),
        email: undefined,
        hash: undefined,
      }),
      409,
      { phone: 'Phone number is already in use.' },
    ],
    [
      'agent/create',
      () => ({ ...person({ source: 'AGENCY', location_id: 'no' }), email: undefined, hash: undefined }),
      404,
      { location_id: 'Location not found' },
    ],
    [
      'agent_referral/create_phone',
      () => ({ phone: '08030009995', referral: ids.agent, status: 'unverified' }),
      409,
      { phone: 'Phone number has already been referred.' },
    ],
    [
      'buyer/create',
      () => ({ name: 'Shop', phone: '08030009994', store_type_id: ids.store, location_id: ids.place }),
      409,
      { phone: 'Phone number is already in use.' },
    ],
    [
      'buyer/create',
      () => ({ name: 'Shop', phone: '08030009996', store_type_id: 'no', location_id: ids.place }),
      404,
      { store_type_id: 'Store type not found' },
    ],
    [
      'buyer/create',
      () => ({ name: 'Shop', phone: '08030009996', store_type_id: ids.store, location_id: 'no' }),
      404,
      { location_id: 'Location not found' },
    ],
    [
      'warehouse/create',
      () => ({ parent_type: 'sales_officer', parent: ids.rep }),
      409,
      { parent: 'This owner already has an active warehouse.' },
    ],
    ['warehouse/create', () => ({ parent_type: 'seller', parent: 'no' }), 404, { parent: 'Hub not found' }],
    [
      'warehouse/update',
      () => ({ _id: ids.warehouse, parent_type: 'seller', parent: ids.hub }),
      409,
      { parent: 'This warehouse already has stock movements; its owner cannot change.' },
    ],
    [
      'distributor/create',
      () => ({ name: 'Depot two', address: 'Road', seller_ids: ['no'] }),
      404,
      { seller_ids: 'Hub not found' },
    ],
    [
      'area/create',
      () => ({
        ...{ name: 'Area', phone: '08031112222', manufacturer_id: 'no', seller_id: ids.hub },
        sales_officer_id: ids.rep,
      }),
      404,
      { manufacturer_id: 'Manufacturer not found' },
    ],
    [
      'notification/poll_buyers_for',
      () => ({
        filter_type: '*',
        filter_value: '*',
        title: 'Hello there',
        message: 'A message to all',
        exclude: '-',
        include: '*',
        send_sms_too: 'false',
        commit: 'false',
        seller_id: 'no',
      }),
      404,
      { seller_id: 'Hub not found' },
    ],
  ])('%s names the field of its refusal', { tags: ['ERR-01', 'API-1.7'] }, async (path, fields, code, fieldTexts) => {
    const key = newKey();
    const body = { ...(STATELESS.test(path) ? {} : { status: 'active' }), ...fields() };
    const first = await call(path, body, key);
    expect({ code: first.code, message: first.message, fields: first.data.fields }).toEqual({
      ...{ code, message: Object.values(fieldTexts)[0], fields: fieldTexts },
    });
    // The stored answer of the key says the same.
    expect((await call(path, body, key)).data).toEqual(first.data);
  });
});
