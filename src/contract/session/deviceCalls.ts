/** Which app versions are in use where (API.md 4.19, B9.7, B9.8): the dashboard's two charts. */
import * as v from 'valibot';
import { command, get, query } from '../call.ts';
import { flag, id, ofRequest, oneOf, text } from '../fields.ts';
import { baseRow } from '../model.ts';

/**
 * One row per user and device. `version`: the app's, digits ({@link showDeviceVersion}), so that of the row stands nowhere; `last_seen`: epoch
 * seconds. `modified`: since when it tells the same of itself.
 */
const device = v.object({
  ...baseRow.entries,
  user_id: v.string(),
  version: v.string(),
  platform: v.string(),
  standalone: v.boolean(),
  last_seen: v.number(),
});
export type Device = v.InferOutput<typeof device>;

/** DASH-06. */
export const deviceDict = query('device/read_all_dict', {
  input: { key: ofRequest(oneOf('key', ['version'] as const, { missing: 'The only key is version.' })) },
  output: v.record(v.string(), v.array(device)),
  allow: 'view_dashboard_charts',
});

/** DASH-03: version -> devices seen in the last 90 days. */
export const fragmentation = get('device/fragmentation', {
  input: {},
  output: v.object({ in_zone: v.record(v.string(), v.number()), out_of_zone: v.record(v.string(), v.number()) }),
  allow: 'view_dashboard_charts',
});

/** DASH-06: another's devices only with view_managers; the handler looks. */
export const devicesOfUser = query('device/read_by_user', {
  input: { user_id: id('user_id') },
  output: v.array(device),
  allow: 'any',
});

/** The app tells of itself at sign-in and once a day; the device is the one of `X-Device-Id`. 422 "Version must be digits." */
export const registerDevice = command('device/register', {
  input: {
    version: text('Version', { max: 12 }),
    platform: text('Platform', { max: 200 }),
    standalone: flag('standalone'),
  },
  output: device,
  allow: 'any',
});
