import type { Params } from '#contract/form.ts';

/** An uploaded file. `truncated`: the file was longer than the call accepts, and `bytes` holds only its beginning. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/** A request, independent of the HTTP server that received it. */
export interface ApiRequest {
  method: string;
  /** Without `/api/`. */
  path: string;
  query: string;
  body: string;
  contentType: string;
  headers: Readonly<Record<string, string | undefined>>;
  address: string;
  /** The origin by which the browser reached this server: `https://office.example`. Behind a trusted proxy: the origin that the proxy names. */
  origin: string;
  /** The parsed fields of a multipart body. */
  parts?: Params;
  /** The files of a multipart body, by field, if the call accepts files. The field's value in `parts` is then the SHA-256 of the file's bytes. */
  files?: ReadonlyMap<string, SentFile>;
}

/** A response. `body` is the envelope as JSON text. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
