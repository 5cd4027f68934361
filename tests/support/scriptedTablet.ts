/** A tablet with a scripted server. `answer` decides every request, and `requests` collects them. */

import { makeOutbox } from '#offline/outbox/outbox.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';

export function scriptedTablet(answer: (request: Request) => Reply | Promise<Reply>) {
  let ids = 0;
  const requests: Request[] = [];
  const world = { now: 1_800_000_000_000, answer, store: memoryStore() };
  const owner: QueueOwner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const ports: Ports = {
    store: world.store,
    clock: { now: () => world.now },
    chance: { next: () => 0.5, uuid: () => `uuid-no-${++ids}` },
    net: {
      send: async (request) => {
        requests.push(request);
        return world.answer(request);
      },
    },
  };
  const outbox = makeOutbox(ports, () => owner);
  const ops = () => world.store.read((tx) => tx.ops());
  const past = () => world.store.read((tx) => tx.pastSince(0));
  return { world, ports, owner, outbox, requests, ops, past };
}
