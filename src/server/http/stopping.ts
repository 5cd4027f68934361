/** How the server stops (SYNC rule 37): calls under way end first, then every connection is closed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets `server.close()` wait for the calls under way and for nothing else. Returns a function that tells whether the server is stopping. */
export function stopInOrder(server: FastifyInstance): () => boolean {
  let stopping = false;
  const underWay = new Set<FastifyRequest>();
  // Connections that are only kept open, used or never used, hold nobody up.
  const closeRest = () => {
    if (stopping && underWay.size === 0) server.server.closeAllConnections();
  };
  server.addHook('onRequest', async (request, reply) => {
    underWay.add(request);
    // "close" also comes when the caller goes away before the answer. Fastify has no hook for that once it has read the body. An uploaded file adds
    // ten listeners of its own.
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
