import type { Params } from '#contract/form.ts';

/** A request, freed from whichever server carried it. */
export interface Asked {
  method: string;
  /** Without `/api/`. */
  path: string;
  query: string;
  body: string;
  contentType: string;
  headers: Readonly<Record<string, string | undefined>>;
  address: string;
  /** Fields of a multipart body, read already. */
  parts?: Params;
}
