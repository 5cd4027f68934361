/** A stop waits for what is under way, and for nobody who has gone (SYNC rule 37). */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { command } from '#contract/call.ts';
import { name } from '#contract/fields.ts';
import { handle } from '#server/calls/handler.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server.ts';

describeEachEngine('stopping', (database) => {
  test('who sent a whole call and went away before its answer holds up no stop', {
    tags: ['SYNC-37'],
    timeout: 30_000,
  }, async () => {
    const slow = command('slow/call', { input: { name: name() }, output: v.object({}), allow: 'open' });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    let done = 0;
    const work = handle(
      slow,
      async () => {
        begun += 1;
        await held;
        done += 1;
        return {};
      },
      { ownTransactions: true, keyless: true },
    );
    const { server, close } = await startServer(database(), {}, [work]);
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const line = async () => {
      const made = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(made, 'connect');
      return made;
    };
    const lines = () => new Promise((resolve) => server.server.getConnections((_error, count) => resolve(count)));
    const gone = await line();
    const body = 'name=Abcd';
    gone.write(
      `POST /api/slow/call HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => begun).toBe(1);
    gone.destroy();
    await expect.poll(lines).toBe(0);
    goOn();
    await expect.poll(() => done).toBe(1);
    const unused = await line();
    await expect.poll(lines).toBe(1);
    let late: NodeJS.Timeout | undefined;
    const tooLong = new Promise((resolve) => {
      late = setTimeout(() => resolve('held up'), 3_000);
    });
    const outcome = await Promise.race([close().then(() => 'closed'), tooLong]);
    clearTimeout(late);
    unused.destroy();
    expect(outcome).toBe('closed');
  });
});
