/** An officer forgot the password while changes waited on the tablet, and came back with a starter password (B10.6). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { line, NOWHERE } from '#tests/support/scripted.ts';
import { startServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeEngineOfDay('a queue and a starter password', (database) => {
  test('what waits is not refused: it goes out once a password was chosen', { tags: ['SYNC-38'] }, async () => {
    const server = await startServer(database());
    const world = await makeWorld(database(), server);
    const order = await world.order(world.shipIn, [], { token: world.officer.token });
    const { owner, ports, outbox, waiting } = makeTablet(world.officer.user_id, () =>
      netAs(world.officer.token, fetchOf(server)),
    );
    const mustChange = (must: boolean) =>
      sql`update user_account set must_change = ${must} where _id = ${owner.user_id}`.execute(database().kysely);
    await outbox.saveLine(order, line(world.milk, 5), NOWHERE);
    await mustChange(true);
    await drain(ports, owner, { forced: true });
    expect((await waiting()).map((op) => `${op.state} ${op.attempts}`)).toEqual(['paused_auth 0']);
    await mustChange(false);
    await drain(ports, owner);
    expect(await waiting()).toEqual([]);
    expect(await world.items(order)).toMatchObject([{ product_id: world.milk, quantity: 5 }]);
  });
});
