import type * as v from 'valibot';
import { get } from '../call.ts';
import { text } from '../fields.ts';
import { type RowOf, rowSchema } from '../model.ts';
import { config } from './config.ts';

/** CFG-04, API-23: one setting by its key, for everybody who is signed in; so no setting is a secret. */
export const configByKey = get('config/read_by_key', {
  input: { key: text('Key') },
  output: rowSchema(config) as v.GenericSchema<unknown, RowOf<typeof config>>,
  allow: 'any',
});
