import * as v from 'valibot';
import { longText, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

const plain = text('Key');
/** B9.14: what a key may look like. */
const key = { ...plain, read: () => v.pipe(plain.read(), v.regex(/^[A-Za-z0-9_.-]{2,80}$/, 'Key is not valid.')) };

/** CFG-02, CFG-03: a setting of the operator; a key once. Really deleted, and restorable (B8.12). */
export const config = model(
  'config',
  { key, value: longText('Value', { max: 4_000 }) },
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
