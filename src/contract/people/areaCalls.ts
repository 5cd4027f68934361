/** Calls of areas beyond the generic ones (API.md 4.9). */
import * as v from 'valibot';
import { command } from '../call.ts';
import { clientId, id, list, name, status } from '../fields.ts';
import { rowSchema } from '../model.ts';
import { area, locationArea, repId } from './area.ts';

/** Copies an area with its rep and locations in one transaction; returns the new id (AREA-15). */
export const duplicateArea = command('area/duplicate', {
  input: {
    _id: id(),
    name: name(),
    manufacturer_id: area.fields.manufacturer_id,
    seller_id: area.fields.seller_id,
    sales_officer_id: repId,
    client_id: clientId(),
  },
  output: v.string(),
  allow: ['create_area', 'signup_area'],
});

/** Adds at most 125 locations; returns the added links, [] if all existed (AREA-16, F20). */
export const addLocations = command('location_area/add_bulk_location', {
  input: {
    area_id: id('Area', { missing: 'Area field is required.' }),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
    status: status(),
    location_id: list(id('Location', { missing: 'Location field is required.' })),
  },
  output: v.array(rowSchema(locationArea)),
  allow: 'update_area',
});
