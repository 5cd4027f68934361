/** Two messengers over one database, and a gateway that takes its time (B9.2): each message goes out once. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MessageChannel } from '#server/messages/channel.ts';
import { sendWaiting } from '#server/messages/messenger.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { NOW, putRow } from '#tests/support/server.ts';

const both = (channel: MessageChannel) => ({ push: channel, sms: channel });

describeEngineOfDay('messenger', (database) => {
  test('a gateway so slow that a claim runs out: what is left goes back untried, and another server sends nothing twice', {
    tags: ['B9.2'],
  }, async () => {
    const clock = { now: NOW };
    await putRow(database(), 'notification', {
      _id: 'note_slow',
      title: 'Slow',
      message: 'Slow',
      include: '*',
      exclude: '-',
      send_sms_too: false,
      count: 6,
      gateway: 'simulated',
    });
    await sql`insert into notification_recipient (_id, notification_id, name, phone, channel, status, created, due)
      select 'to_' || n, 'note_slow', '', '0802000000' || n, 'sms', 'queued', ${NOW}, ${NOW} from generate_series(1, 6) n`.execute(
      database().kysely,
    );
    const refs: string[] = [];
    const sent = (ref: string) => {
      refs.push(ref);
      return { status: 'sent' as const, provider_ref: ref, error: null };
    };
    const quick = both({ name: 'quick', simulated: true, send: async ({ ref }) => sent(ref) });
    const slow = both({
      name: 'slow',
      simulated: true,
      send: async ({ ref }) => {
        clock.now += 50;
        // Meanwhile the other server looks what is due.
        await sendWaiting(database(), quick, () => clock.now);
        return sent(ref);
      },
    });
    await sendWaiting(database(), slow, () => clock.now);
    expect([...refs].sort()).toEqual(['to_1', 'to_2', 'to_3', 'to_4', 'to_5', 'to_6']);
    const { rows } = await sql<{ attempts: number; status: string }>`select distinct attempts, status
      from notification_recipient where notification_id = 'note_slow'`.execute(database().kysely);
    expect(rows).toEqual([{ attempts: 1, status: 'sent' }]);
  });
});
