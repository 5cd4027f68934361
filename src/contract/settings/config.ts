import { longText, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** CFG-02, CFG-03: a setting of the operator; a key once. Really deleted, and restorable (B8.12). */
export const config = model(
  'config',
  { key: text('Key'), value: longText('Value', { max: 4_000 }) },
  {
    label: 'Config',
    needs: NEEDS.config,
    generic: ['read_all', 'read', 'create', 'update', 'delete', 'restore'],
    search: ['key'],
    filters: [],
    sort: ['key', 'created'],
    defaultSort: 'key',
  },
);
