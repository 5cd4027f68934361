import * as v from 'valibot';
import { longText, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

const plain = text('Key');
/** The characters of a key (B9.14). */
const key = { ...plain, read: () => v.pipe(plain.read(), v.regex(/^[A-Za-z0-9_.-]{2,80}$/, 'Key is not valid.')) };

/** A setting of the operator; each key exists once (CFG-02, CFG-03). Deleting removes the row, and it can be restored (B8.12). */
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
