import type { Params } from '#contract/form.ts';

/** A file as it came; `truncated`: there was more than the call takes. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/** A request, freed from whichever server carried it. */
export interface ApiRequest {
  method: string;
  /** Without `/api/`. */
  path: string;
  query: string;
  body: string;
  contentType: string;
  headers: Readonly<Record<string, string | undefined>>;
  address: string;
  /** How the browser reached this server, as far as it can be seen: `https://office.example`; of a trusted proxy what that one says. */
  origin: string;
  /** Fields of a multipart body, read already. */
  parts?: Params;
  /** Files of a multipart body whose call takes one; the field's value in `parts` is then the SHA-256 of its bytes. */
  files?: ReadonlyMap<string, SentFile>;
}

/** What is answered; `body` is the envelope as JSON text. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
