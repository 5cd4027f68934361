/** States, LGAs and banks, served from files of this project (B9.5, B9.6). */
import * as v from 'valibot';
import { get } from '../call.ts';
import { text } from '../fields.ts';

export const bankList = get('spend/get_bank_list', {
  input: {},
  output: v.object({ data: v.array(v.object({ code: v.string(), name: v.string() })) }),
  allow: 'any',
});
/** The public locations service of the documents; it needs no signing in (API-19, K29). */
export const states = get('states', { input: {}, output: v.array(v.string()), allow: 'open' });
export const stateLgas = get('states/{state}/lgas', {
  input: { state: text('State') },
  output: v.array(v.string()),
  allow: 'any',
});
export const lgas = get('lgas', {
  input: {},
  output: v.array(v.object({ state: v.string(), name: v.string() })),
  allow: 'any',
});
