/** Devices and their app versions (API.md 4.19, B9.7, B9.8). */
import { sql } from 'kysely';
import {
  type Device,
  deviceDict,
  devicesOfUser,
  fragmentation,
  registerDevice,
} from '#contract/session/deviceCalls.ts';
import { can } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import { changedFields } from '../calls/audit.ts';
import { groupBy } from '../calls/groupBy.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import { personOf } from '../resources/rows.ts';

/** A device that was last seen before this many seconds is not counted (B9.7). */
const SEEN_WITHIN = 90 * DAY;

/** The most devices that are stored per person. */
const MOST_DEVICES = 5;

/** Whether the user has no location (staff) or a location that is linked to an active area (B9.7). */
const IN_ZONE = sql<boolean>`(not exists (select 1 from buyer b where b.user_id = d.user_id and b.deleted_at is null)
  or exists (select 1 from buyer b
    join location_area la on la.location_id = b.location_id and la.status = 'active' and la.deleted_at is null
    join area a on a._id = la.area_id and a.status = 'active' and a.deleted_at is null
    where b.user_id = d.user_id and b.deleted_at is null))`;

/** Only the device's own account writes it, so that account is both creator and editor. */
const COLUMNS = sql`d._id, d.created, d.modified, ${personOf('d.user_id')} as created_by, ${personOf('d.user_id')} as modified_by, d.user_id,
  d.version, d.platform, d.standalone, d.last_seen`;

export const deviceHandlers: readonly Handler[] = [
  handle(registerDevice, async ({ version, platform, standalone }, ctx) => {
    if (!/^\d+$/.test(version)) throw invalid({ version: 'Version must be digits.' });
    if (!ctx.deviceId) throw new Refusal('bad_request', 'X-Device-Id is missing.');
    // The lock makes simultaneous registrations of one person wait for each other. The second registration of a tablet then finds the first. The lock
    // covers all devices of the person, because the oldest of them may be deleted.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`device:${ctx.who.user_id}`}, 0))`.execute(ctx.db);
    const known = await sql<Device>`select ${COLUMNS} from device d
      where d.user_id = ${ctx.who.user_id} and d.device_id = ${ctx.deviceId}`.execute(ctx.db);
    const { rows } = await sql<Device>`
      insert into device as d (_id, created, modified, user_id, device_id, version, platform, standalone, last_seen)
      values (${ctx.newId()}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.deviceId}, ${version}, ${platform}, ${standalone}, ${ctx.now})
      on conflict (user_id, device_id) do update
        set modified = case when (d.version, d.platform, d.standalone) = (excluded.version, excluded.platform, excluded.standalone)
            then d.modified else excluded.modified end,
          version = excluded.version, platform = excluded.platform, standalone = excluded.standalone, last_seen = excluded.last_seen
      returning ${COLUMNS}`.execute(ctx.db);
    const row = rows[0] as Device;
    await auditDevice(known.rows[0], row, ctx);
    // A client that invents a new id each time must not fill the table. The most recently seen devices stay, including this one.
    await sql`delete from device where user_id = ${ctx.who.user_id} and _id <> ${row._id} and _id not in
      (select _id from device where user_id = ${ctx.who.user_id} and _id <> ${row._id} order by last_seen desc, _id desc limit ${MOST_DEVICES - 1})`.execute(
      ctx.db,
    );
    return row;
  }),
  handle(devicesOfUser, async ({ user_id }, ctx) => {
    if (user_id !== ctx.who.user_id && !can(ctx.who, 'view_managers')) throw new Refusal('forbidden');
    const { rows } = await sql<Device>`
      select ${COLUMNS} from device d where d.user_id = ${user_id} order by d.last_seen desc, d._id`.execute(ctx.db);
    return rows;
  }),
  handle(deviceDict, async (_input, ctx) => {
    const { rows } = await sql<Device>`
      select ${COLUMNS} from device d order by d.version, d.last_seen desc, d._id`.execute(ctx.db);
    return Object.fromEntries(groupBy(rows, (row) => row.version));
  }),
  handle(fragmentation, async (_input, ctx) => {
    const { rows } = await sql<{ version: string; inside: boolean; devices: number }>`
      select d.version, ${IN_ZONE} as inside, count(*)::int as devices
      from device d where d.last_seen > ${ctx.now - SEEN_WITHIN}
      group by 1, 2 order by 1`.execute(ctx.db);
    const zone = (inside: boolean) =>
      Object.fromEntries(rows.filter((row) => row.inside === inside).map((row) => [row.version, row.devices]));
    return { in_zone: zone(true), out_of_zone: zone(false) };
  }),
];

/** Writes the audit entry (B12.1). A new `last_seen` alone is no change. */
async function auditDevice(before: Device | undefined, row: Device, ctx: Ctx): Promise<void> {
  const audited = ({ version, platform, standalone }: Device) => ({ version, platform, standalone });
  const changed = before ? changedFields(audited(before), audited(row)) : { after: audited(row) };
  if (Object.keys(changed.after).length === 0) return;
  await ctx.audit({
    action: before ? 'update' : 'create',
    model: 'device',
    record_id: row._id,
    record_label: row.platform,
    ...changed,
  });
}
