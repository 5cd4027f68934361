/** Serves pictures without a session (B9.4): their names cannot be guessed, and an image element sends no token. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PICTURE_SIZES, SMALL_PICTURES } from '#domain/pictures.ts';
import { isFileName } from './fileStore.ts';
import { smallName, smallReader } from './smallPictures.ts';
import type { FileStore } from './storedFiles.ts';

/** Files beside this one that records show until they have a picture of their own (API-25). */
const SHIPPED = new Set(['shipped-placeholder.png', 'shipped-product.png']);
const FOR_EVER = 'public, max-age=31536000, immutable';

const mimeOf = (name: string) => (name.endsWith('.png') ? 'image/png' : 'image/jpeg');

function send(reply: FastifyReply, name: string, mime: string, bytes: Buffer, cache = FOR_EVER) {
  return reply
    .header('Content-Type', mime)
    .header('Cache-Control', cache)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(bytes);
}

const notFound = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('Cache-Control', 'no-store')
    .send({ code: 404, message: 'Image not found', data: { error: 'not_found' } });

export function serveUploads(server: FastifyInstance, store: FileStore): void {
  server.get('/api/upload/file/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const bytes = SHIPPED.has(name)
      ? await readFile(new URL(`./shipped/${name}`, import.meta.url))
      : isFileName(name)
        ? await store.get(name)
        : null;
    return bytes ? send(reply, name, mimeOf(name), bytes) : notFound(reply);
  });

  const readSmall = smallReader(store);
  server.get(`${SMALL_PICTURES}/:size/:name`, async (request, reply) => {
    const { size: sizeText, name } = request.params as { size: string; name: string };
    const size = PICTURE_SIZES.find((one) => String(one) === sizeText);
    const small = size && isFileName(name) ? await readSmall(name, size) : null;
    if (!size || !small) return notFound(reply);
    // A whole picture stands in until the server has a codec, or for good if the picture is damaged.
    if (!small.isSmall) return send(reply, name, mimeOf(name), small.bytes, 'public, max-age=3600');
    return send(reply, smallName(name, size), 'image/webp', small.bytes);
  });
}
