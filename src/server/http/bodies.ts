/** Parsers of request bodies: form bodies stay text for the form decoder, multipart bodies are read field by field. */
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addParam, MAX_PARAMETERS, type Params, TooManyFields } from '#contract/form.ts';
import { MAX_BODY, MAX_IMAGE, MAX_IMAGE_TEXT, MAX_UPLOAD_BODY } from '#domain/limits.ts';
import type { ApiRequest, SentFile } from '../calls/apiRequest.ts';

/** Registers the body parsers: the plugin's for multipart, text for everything else. */
export async function readBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await server.register(multipart, {
    limits: { fileSize: MAX_BODY, fieldSize: MAX_BODY, fields: MAX_PARAMETERS, files: 1 },
  });
}

/**
 * Reads the fields of a multipart body. A file is read as text into its field; for a call that accepts files the bytes are kept and the field holds their
 * SHA-256. Throws 413 through the plugin's limits.
 */
export async function readMultipart(
  request: FastifyRequest,
  takesFile: boolean,
): Promise<Pick<ApiRequest, 'parts' | 'files'>> {
  const params: Params = new Map();
  const files = new Map<string, SentFile>();
  let bytes = 0;
  if (takesFile && Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BODY)
    throw Object.assign(new Error(MAX_IMAGE_TEXT), { statusCode: 413, text: MAX_IMAGE_TEXT });
  try {
    const limits = takesFile ? { limits: { fileSize: MAX_IMAGE }, throwFileSizeLimit: false } : {};
    for await (const part of request.parts(limits)) {
      let value = part.type === 'file' ? '' : String(part.value ?? '');
      if (part.type === 'file' && takesFile) {
        const content = await part.toBuffer();
        files.set(part.fieldname, { bytes: content, truncated: part.file.truncated });
        if (content.length > 0) value = createHash('sha256').update(content).digest('hex');
      } else if (part.type === 'file') value = (await part.toBuffer()).toString('utf8');
      bytes += value.length;
      if (bytes > MAX_BODY) throw new TooManyFields('The body is too large.');
      addParam(params, part.fieldname, value);
    }
  } catch (error) {
    // A missing boundary, a truncated body or a limit: the sender's fault.
    const statusCode = error instanceof TooManyFields ? 413 : ((error as { statusCode?: number }).statusCode ?? 400);
    throw Object.assign(new Error('The multipart body could not be read.'), { statusCode });
  }
  return { parts: params, files };
}
