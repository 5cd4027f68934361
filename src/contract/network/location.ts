import { name, status, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A location (LOC-07). `states` and `lgas` are the URL keys of the list (LOC-02), synonyms of `state` and `lga`. */
export const location = model(
  'location',
  { name: name(), status: status(), state: text('State'), lga: text('LGA') },
  {
    label: 'Location',
    needs: NEEDS.location,
    reads: 'any',
    search: ['name'],
    sort: ['name', 'state', 'lga', 'status', 'created'],
    filters: ['status', 'state', 'lga', 'states', 'lgas'],
  },
);
