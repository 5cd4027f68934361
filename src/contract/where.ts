/** Where the server of an app is: the file `where.json` beside index.html. The app and the server that serves the app read it by the same rules. */

export interface Where {
  /** The base of all calls, with a slash at its end: `/api/`, `https://api.example.test/v1/`. */
  readonly api: string;
  /** The header with the session's token, and the text before the token in it: `Bearer `. */
  readonly header: string;
  readonly scheme: string;
  /** The base of pictures, with a slash at its end; null: a picture's path is complete. */
  readonly pictures: string | null;
}

/** The default for a site without the file. */
export const OURS: Where = { api: '/api/', header: 'Authorization', scheme: 'Bearer ', pictures: null };

/** Reads the value of the file. Throws RangeError with a message for a person. Missing fields are as in {@link OURS}. */
export function readWhere(json: unknown): Where {
  const { api, token, pictures } = recordIn(json, 'The file');
  const { header = OURS.header, scheme } = recordIn(token ?? {}, '"token"');
  if (typeof header !== 'string' || !/^[\w-]{1,60}$/.test(header))
    throw new RangeError('"token.header" must be the name of a header.');
  if (scheme !== undefined && (typeof scheme !== 'string' || !/^[\w-]{0,40}$/.test(scheme)))
    throw new RangeError('"token.scheme" must be a word such as "Bearer", or "" for none.');
  // A header of another name usually carries the token alone.
  const before = scheme ?? (header === OURS.header ? 'Bearer' : '');
  return {
    api: baseIn(api ?? OURS.api, 'api'),
    header,
    scheme: before === '' ? '' : `${before} `,
    pictures: pictures === undefined || pictures === null ? null : baseIn(pictures, 'pictures'),
  };
}

function recordIn(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${what} must be an object.`);
  return value as Record<string, unknown>;
}

function baseIn(value: unknown, name: string): string {
  const base = typeof value === 'string' && value !== '' && !value.endsWith('/') ? `${value}/` : value;
  if (typeof base !== 'string' || !/^(https?:\/\/[^\s/?#;,'"]+)?\/[^\s?#;,'"]*$/.test(base))
    throw new RangeError(
      `"${name}" must be an address such as "/api/" or "https://api.example.test/", not ${JSON.stringify(value)}.`,
    );
  return base;
}

/** The origins outside of the app's own that a page must be allowed to ask: of calls, and of pictures. */
export function originsOf({ api, pictures }: Where): { calls: string[]; pictures: string[] } {
  const of = (address: string | null) => (address && /^https?:/.test(address) ? [new URL(address).origin] : []);
  return { calls: of(api), pictures: [...new Set([...of(api), ...of(pictures)])] };
}
