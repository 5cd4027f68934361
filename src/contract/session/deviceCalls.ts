/** App versions in use, for two charts of the dashboard (API.md 4.19, B9.7, B9.8). */
import * as v from 'valibot';
import { command, get, query } from '../call.ts';
import { flag, id, ofRequest, oneOf, text } from '../fields.ts';
import { baseRow } from '../model.ts';

/**
 * One row per user and device. `version` is the app version in digits ({@link showDeviceVersion}), so the row version is not part of it. `last_seen`
 * is in epoch seconds. `modified` is the time since which the device has reported the same.
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

/** Reads all devices by version (DASH-06). */
export const deviceDict = query('device/read_all_dict', {
  input: { key: ofRequest(oneOf('key', ['version'] as const, { missing: 'The only key is version.' })) },
  output: v.record(v.string(), v.array(device)),
  allow: 'view_dashboard_charts',
});

/** Counts the devices seen in the last 90 days, by version (DASH-03). */
export const fragmentation = get('device/fragmentation', {
  input: {},
  output: v.object({ in_zone: v.record(v.string(), v.number()), out_of_zone: v.record(v.string(), v.number()) }),
  allow: 'view_dashboard_charts',
});

/** Reads the devices of a user; those of another user need view_managers, which the handler checks (DASH-06). */
export const devicesOfUser = query('device/read_by_user', {
  input: { user_id: id('user_id') },
  output: v.array(device),
  allow: 'any',
});

/** The app registers at sign-in and once a day; the device is that of `X-Device-Id`. 422 "Version must be digits." */
export const registerDevice = command('device/register', {
  input: {
    version: text('Version', { max: 12 }),
    platform: text('Platform', { max: 200 }),
    standalone: flag('standalone'),
  },
  output: device,
  allow: 'any',
});
