/** Whether this process may listen where the environment says. */
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** The one line that ends a start. */
export function portTaken({ port, host }: Place, error: Error): Error {
  return new Error(`PORT=${port} of HOST=${host} must be one where nobody else listens (${error.message}).`);
}

/** Listens for a moment. Throws {@link portTaken} where that is refused; port 0 is any free one. */
export async function mustBeFree(place: Place): Promise<void> {
  if (place.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portTaken(place, error)));
    probe.listen(place.port, place.host, () => probe.close(() => resolve()));
  });
}
