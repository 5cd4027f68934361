/** The interface through which the modules of this folder call the server. */

export type Input = Readonly<Record<string, unknown>>;

/** Makes a call of the documents, with those fields of `input` that the call has. Rejects with CallError or NoAnswer. */
export type Ask = (method: 'GET' | 'POST', path: string, input: Input) => Promise<unknown>;
