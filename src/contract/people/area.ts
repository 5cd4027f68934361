/** Areas: a manufacturer's goods, a hub, its delivery associate and the locations served (AREA-07 to AREA-10). */
import * as v from 'valibot';
import { id, longText, name, nullable, optional, phone, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A new area needs a rep, in the form and in the call (AREA-12, K22). A stored area may have none, if its rep left. */
export const repId = id('Sales rep', { missing: 'Sales rep field is required.' });

/**
 * An area. The documents' label Distributor means the hub (A25). Everyone may read the names (B10.4). `sales_officer_id` (proposed) is its rep,
 * written with the area in one call. If left out, the rep stays, unless the area moves to another hub; an empty text removes the rep.
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

/** A rep of an area; one is active at a time (AREA-09). */
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

/** A location of an area (AREA-10). */
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
