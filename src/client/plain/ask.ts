/** How the parts of this folder ask the server. */

export type Input = Readonly<Record<string, unknown>>;

/** Asks a call of the documents, with those of `input` that are its fields. Rejects with CallError or NoAnswer. */
export type Ask = (method: 'GET' | 'POST', path: string, input: Input) => Promise<unknown>;
