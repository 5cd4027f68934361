import type * as v from 'valibot';
import { get } from '../call.ts';
import { text } from '../fields.ts';
import { type RowOf, rowSchema } from '../model.ts';
import { config } from './config.ts';

/** Reads one setting by its key (CFG-04, API-23). Every signed-in account may read it, so no setting may be a secret. */
export const configByKey = get('config/read_by_key', {
  input: { key: text('Key') },
  output: rowSchema(config) as v.GenericSchema<unknown, RowOf<typeof config>>,
  allow: 'any',
});
