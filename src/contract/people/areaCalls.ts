/** What areas can do beyond the plain calls (API.md 4.9). */
import * as v from 'valibot';
import { command } from '../call.ts';
import { clientId, id, list, name, status } from '../fields.ts';
import { rowSchema } from '../model.ts';
import { area, locationArea, repId } from './area.ts';

/** AREA-15: area, its rep and the locations of the source, in one transaction. Answers the new id. */
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

/** AREA-16: the links that were added; [] when all were there (F20). At most 125 locations. */
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
