/** Reads which external services are set up, so that screens offer only what works (K12). */
import * as v from 'valibot';
import { get } from '../call.ts';

const state = v.picklist(['set', 'simulated', 'none']);

export const services = get('service/read', {
  input: {},
  output: v.object({ bank: state, push: state, sms: state }),
  allow: 'any',
});
