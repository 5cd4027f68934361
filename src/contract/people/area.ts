/** Areas: a maker's goods, a hub, its delivery associate and the locations he serves (AREA-07 to AREA-10). */
import * as v from 'valibot';
import { id, longText, name, nullable, optional, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** AREA-12: a new area needs one, in the form and in the call (K22); an area whose rep left may be without. */
export const repId = id('Sales rep', { missing: 'Sales rep field is required.' });

/**
 * A25: the documents' label Distributor, the data's hub. Everyone may read the names (B10.4). `sales_officer_id` (proposed): its rep, written with
 * the area in one call; left out he stays, unless the area goes to another hub; empty: nobody.
 */
export const area = model(
  'area',
  {
    name: name(),
    phone: phone(),
    status: status(),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
    seller_id: id('Distributor', { missing: 'Distributor field is required.' }),
    sales_officer_id: nullable(repId),
  },
  {
    label: 'Area',
    needs: NEEDS.area,
    reads: 'any',
    extra: { manufacturer: named, seller: named, sales_officer: v.nullable(named) },
    search: ['name', 'manufacturer', 'hub'],
    sort: ['name', 'status', 'created'],
    filters: ['status', 'seller_id', 'manufacturer_id', 'sales_officer_id'],
    locked: ['phone', 'manufacturer_id'],
    linked: ['sales_officer_id'],
  },
);

/** AREA-09: one of an area is active at a time. */
export const salesOfficerArea = model(
  'sales_officer_area',
  {
    area_id: id('Area', { missing: 'Area field is required.' }),
    sales_officer_id: repId,
    seller_id: id('Distributor', { missing: 'Distributor field is required.' }),
    status: status(),
    meta: optional(longText('Meta', { max: 4_000 })),
  },
  {
    label: 'Sales rep',
    needs: NEEDS.area,
    extra: { sales_officer: v.object({ _id: v.string(), name: v.string(), phone: v.string() }) },
    generic: ['create', 'update', 'set_status'],
    readBy: ['area_id'],
    search: ['sales_officer_id'],
    locked: ['area_id', 'sales_officer_id'],
  },
);

/** AREA-10. */
export const locationArea = model(
  'location_area',
  {
    area_id: id('Area', { missing: 'Area field is required.' }),
    location_id: id('Location', { missing: 'Location field is required.' }),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
    status: status(),
  },
  {
    label: 'Location of the area',
    needs: { view: 'view_areas', create: 'update_area', update: 'update_area' },
    extra: { location: named },
    generic: ['create', 'update', 'set_status'],
    readBy: ['area_id'],
    search: ['location_id'],
    locked: ['area_id', 'location_id'],
  },
);
