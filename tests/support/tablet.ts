/** A tablet without a screen: the real engine and the real `net.ts`, with the real server in this process or at an address. */

import { makeNet } from '#offline/drain/net.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Net, Ports, QueueOwner, Store } from '#offline/store/ports.ts';
import { newKey, type TestServer } from './server.ts';

/** Makes `ask` send the token that a page would read from its session, as a browser does. */
export function netAs(token: string, ask: typeof fetch, device = 'tablet'): Net {
  return makeNet({ device_id: device, app_version: '1.0.0' }, undefined, (input, init) =>
    ask(input, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), Authorization: `Bearer ${token}` },
    }),
  );
}

/** The browser's fetch, answered by a server in this process. */
export function fetchOf(server: Pick<TestServer, 'send'>): typeof fetch {
  return async (input, init) => {
    const response = await server.send({
      method: init?.method ?? 'GET',
      url: String(input),
      headers: (init?.headers ?? {}) as Record<string, string>,
      payload: (init?.body ?? '') as string,
    });
    const headers = Object.entries(response.headers).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return new Response(response.text, { status: response.status, headers });
  };
}

/** One tablet of one officer. `line` may change at any time (another server, or none). */
export function makeTablet(userId: string, line: () => Net, store: Store = memoryStore()) {
  const owner: QueueOwner = { user_id: userId, user_name: 'Test Officer', device_id: 'tablet', app_version: '1.0.0' };
  const ports: Ports = {
    store,
    net: { send: (request) => line().send(request) },
    clock: { now: () => Date.now() },
    chance: { next: () => 0, uuid: newKey },
  };
  return { owner, ports, outbox: makeOutbox(ports, () => owner), waiting: () => store.read((tx) => tx.ops()) };
}
