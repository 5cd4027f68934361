/** Checks the machine and its reachability: free disk space, and the address that people open. */
import { existsSync, statfsSync } from 'node:fs';
import { connect } from 'node:tls';
import type { Config } from '../config.ts';
import { type Finding, showBytes } from './finding.ts';

/** Below this an embedded database soon refuses writes (256 MB), and a backup has no room. Bytes. */
const LEAST_ROOM = 2 * 1_024 ** 3;
const CERTIFICATE_DAYS = 14;
const ANSWER_MS = 5_000;

/** `leastRoom`: bytes. */
export function checkFolders(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'uploadsDir' | 's3'>,
  leastRoom = LEAST_ROOM,
): Finding[] {
  const folders = new Set([...(config.databaseUrl ? [] : [config.dataDir]), ...(config.s3 ? [] : [config.uploadsDir])]);
  return [...folders].filter(existsSync).flatMap((folder) => {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= leastRoom) return [];
    return [
      {
        what: `The disk of ${folder} has ${showBytes(bavail * bsize)} left.`,
        todo: 'Make room before writes are refused: old logs, old backups, old images of containers.',
      },
    ];
  });
}

/** Requests the address that people open, as a browser would: checks the name, the certificate, the proxy and the server behind it. */
export async function checkAddress(siteUrl: string | null, now: number): Promise<Finding[]> {
  if (!siteUrl) return [];
  const why = await fetch(`${siteUrl}/health`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' }).then(
    async (response) => {
      const answer: unknown = await response.json().catch(() => null);
      const isOurs = typeof answer === 'object' && answer !== null && 'code' in answer;
      return isOurs && response.status === 200
        ? null
        : `it answers ${response.status}${isOurs ? '' : ', and not as Kasuwa does'}`;
    },
    (error: Error & { cause?: Error }) => error.cause?.message || error.message,
  );
  const unreachable: Finding[] =
    why === null
      ? []
      : [
          {
            what: `${siteUrl} (KASUWA_SITE_URL) does not work from this machine: ${why}.`,
            todo: 'See that the server runs, that the name leads here, that the certificate is valid and that the proxy passes /health on.',
          },
        ];
  const ends = siteUrl.startsWith('https:') ? await certificateEnd(new URL(siteUrl)) : null;
  if (ends === null || ends - now > CERTIFICATE_DAYS * 86_400) return unreachable;
  return [
    ...unreachable,
    {
      what: `The certificate of ${siteUrl} ends on ${new Date(ends * 1_000).toISOString().slice(0, 10)}.`,
      todo: 'Renew it, and see why it did not renew itself.',
    },
  ];
}

/** The expiry of the certificate, epoch seconds; null if none is presented. The certificate is only inspected, so an invalid one is read too. */
function certificateEnd({ hostname, port }: URL): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(
      {
        host: hostname,
        port: Number(port || 443),
        servername: hostname,
        rejectUnauthorized: false,
        timeout: ANSWER_MS,
      },
      () => {
        const ends = Date.parse(socket.getPeerCertificate().valid_to);
        socket.destroy();
        resolve(Number.isNaN(ends) ? null : ends / 1_000);
      },
    );
    const none = () => {
      socket.destroy();
      resolve(null);
    };
    socket.on('error', none);
    socket.on('timeout', none);
  });
}
