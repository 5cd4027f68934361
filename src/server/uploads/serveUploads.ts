/** Serves pictures without a session (B9.4): their names cannot be guessed, and an image element sends no token. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { isFileName } from './fileStore.ts';
import type { FileStore } from './storedFiles.ts';

/** Files beside this one that records show until they have a picture of their own (API-25). */
const SHIPPED = new Set(['shipped-placeholder.png', 'shipped-product.png']);

export function serveUploads(server: FastifyInstance, store: FileStore): void {
  server.get('/api/upload/file/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const bytes = SHIPPED.has(name)
      ? await readFile(new URL(`./shipped/${name}`, import.meta.url))
      : isFileName(name)
        ? await store.get(name)
        : null;
    if (!bytes) {
      return reply
        .code(404)
        .header('Cache-Control', 'no-store')
        .send({ code: 404, message: 'Image not found', data: { error: 'not_found' } });
    }
    return reply
      .header('Content-Type', name.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(bytes);
  });
}
