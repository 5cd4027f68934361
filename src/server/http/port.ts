/** Checks whether this process can listen on the configured port. */
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** The one-line message with which a start fails. */
export function portTaken({ port, host }: Place, error: Error): Error {
  return new Error(`PORT=${port} of HOST=${host} must be one where nobody else listens (${error.message}).`);
}

/** Listens briefly. Throws {@link portTaken} if that fails; port 0 means any free port. */
export async function mustBeFree(place: Place): Promise<void> {
  if (place.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portTaken(place, error)));
    probe.listen(place.port, place.host, () => probe.close(() => resolve()));
  });
}
