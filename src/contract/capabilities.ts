/**
 * The capabilities of our server beyond the calls of the documents. The server lists them in the header `X-Kasuwa` of every answer to a signed-in person, and
 * of a sign-in. A server without the header gets exactly the fields and calls of the documents (docs/anyServer.md).
 */
export const CAPABILITIES = [
  /** A key takes effect once, and the answer names the key. */
  'replay',
  /** Lists are answered page by page, searched, filtered and sorted. */
  'pages',
  /** Rows have a version, and a change names the version that the person saw. */
  'versions',
  /** Bulk calls answer with a verdict for each row. */
  'bulk',
  /** A completion names the digest of what the officer confirmed. */
  'digests',
  /** A list is answered with what changed since a time. */
  'deltas',
  /** Answers name the database, so that a restored one is noticed. */
  'epoch',
  /** Pictures have small copies at addresses of their own. */
  'pictures',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
export type Capabilities = Readonly<Record<Capability, boolean>>;

/** The header, and its value of our server. */
export const CAPABILITY_HEADER = 'X-Kasuwa';
export const ALL_CAPABILITIES = 'replay pages versions bulk digests deltas epoch pictures';
