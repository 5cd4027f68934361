/** Calls to a server that knows the documents alone. Not in the first load. */
import { askOnce, type Ways } from '../transport.ts';

export async function plainCall(
  method: 'GET' | 'POST',
  path: string,
  input: Readonly<Record<string, unknown>>,
  ways: Ways,
): Promise<unknown> {
  return askOnce(method, path, input, ways);
}
