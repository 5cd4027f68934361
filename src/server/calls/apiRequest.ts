import type { Params } from '#contract/form.ts';

/** An uploaded file; `truncated` is true if it was larger than the call allows. */
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
  /**
   * The origin by which the browser reached this server, as far as known: `https://office.example`. Behind a trusted proxy it is what the proxy
   * reports.
   */
  origin: string;
  /** The fields of a multipart body, already decoded. */
  parts?: Params;
  /** The files of a multipart body, for calls that take one. The field's value in `parts` is then the SHA-256 of the bytes. */
  files?: ReadonlyMap<string, SentFile>;
}

/** A response; `body` is the envelope as JSON text. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
