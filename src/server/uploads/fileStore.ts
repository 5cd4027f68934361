/** Stores pictures in a folder of this machine, or in an S3 bucket when the environment names one (B9.1, B9.4). */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { s3Store } from './s3Store.ts';
import type { FileStore } from './storedFiles.ts';

/** A file name of 128 random bits, so that nobody can guess the address of a picture (B9.4). */
export const newFileName = (extension: string) => `${randomBytes(16).toString('hex')}.${extension}`;
export const isFileName = (name: string) => /^[0-9a-f]{32}\.(jpg|png)$/.test(name);

export function fileStore(config: Pick<Config, 'uploadsDir' | 's3'>): FileStore {
  return config.s3 ? s3Store(config.s3) : diskStore(config.uploadsDir);
}

function diskStore(dir: string): FileStore {
  const at = (name: string) => join(dir, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      await mkdir(join(dir, name.slice(0, 2)), { recursive: true });
      // The rename makes sure that a file with its final name is always complete.
      const draft = `${at(name)}.${randomBytes(4).toString('hex')}`;
      await writeFile(draft, bytes);
      await rename(draft, at(name));
    },
    get: (name) =>
      readFile(at(name)).catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    remove: (name) => rm(at(name), { force: true }),
  };
}
