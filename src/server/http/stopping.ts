/** Stops the server (SYNC rule 37): open calls end first, then every connection is closed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Makes `server.close()` wait for open calls and nothing else. Returns a function that tells whether the server is stopping. */
export function stopInOrder(server: FastifyInstance): () => boolean {
  let stopping = false;
  const underWay = new Set<FastifyRequest>();
  // Idle connections, used or never used, delay nothing.
  const closeRest = () => {
    if (stopping && underWay.size === 0) server.server.closeAllConnections();
  };
  server.addHook('onRequest', async (request, reply) => {
    underWay.add(request);
    // "close" also fires when the caller leaves before the answer; Fastify has no hook for that once it has read the body. An uploaded file adds ten listeners
    // of its own.
    reply.raw.setMaxListeners(20).once('close', () => {
      underWay.delete(request);
      closeRest();
    });
  });
  server.addHook('preClose', async () => {
    stopping = true;
    closeRest();
  });
  return () => stopping;
}
