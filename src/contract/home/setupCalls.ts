/** What an administrator of a new firm has set up (proposed, decision 1620). */
import * as v from 'valibot';
import { SETUP_STEPS } from '#domain/setup.ts';
import { get } from '../call.ts';

export const homeSetup = get('home/setup', {
  input: {},
  /** The steps whose records exist, in the order of the steps. */
  output: v.object({ done: v.array(v.picklist(SETUP_STEPS)) }),
  allow: 'create_purchase_order',
});
