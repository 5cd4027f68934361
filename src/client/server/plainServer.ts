/** The entry to client/plain, which translates between the app and a plain server. The app sets it, so that it is not in the first load. */

interface PlainServer {
  /** Sends one call of ours as the documents' calls; resolves and rejects like callPath. */
  plainCall(
    method: 'GET' | 'POST',
    path: string,
    input: Readonly<Record<string, unknown>>,
    ways: object,
  ): Promise<unknown>;
  /** One page of a list that comes whole, with the age of the whole list. */
  plainPage(
    path: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ data: unknown; at: number; copy: boolean }>;
}

let load: () => Promise<PlainServer>;

export function setPlainServer(way: () => Promise<PlainServer>): void {
  load = way;
}

export const plainServer = (): Promise<PlainServer> => load();
