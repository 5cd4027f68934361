/** Which services outside of this server are set up (K12): so that a screen offers only what can be done. */
import * as v from 'valibot';
import { get } from '../call.ts';

const state = v.picklist(['set', 'simulated', 'none']);

export const services = get('service/read', {
  input: {},
  output: v.object({ bank: state, push: state, sms: state }),
  allow: 'any',
});
