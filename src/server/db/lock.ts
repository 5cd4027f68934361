/**
 * One server process per embedded database. PGlite itself lets two processes open one directory and loses a third to two thirds of what
 * they acknowledge, so nobody opens it without this lock (design/database.md). A unix socket under a random name is linked to the lock's
 * name: whoever answers there lives; the kernel frees it on any death, so there is no pid to reuse and no timeout to steal by.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { relative } from 'node:path';

export interface Lock {
  release(): Promise<void>;
}

/** Throws an Error with a sentence for people when another process holds it. */
export async function acquireLock(path: string): Promise<Lock> {
  const own = `${path}.${randomBytes(4).toString('hex')}`;
  const server = await listen(own);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      linkSync(own, path);
      return { release: () => close(server, path) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        await close(server, own);
        throw error;
      }
    }
    const holder = await ask(path);
    if (holder === 'lives') {
      await close(server, own);
      throw new Error(
        `Another Kasuwa server is using this database (${path}). Stop it first; two at once would lose data.`,
      );
    }
    if (holder === 'dead') setAside(path);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await close(server, own);
  throw new Error(`The lock ${path} could not be taken.`);
}

/** A unix socket's address is at most about 100 characters: the shorter of the two spellings is used. */
function address(path: string): string {
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // Whoever asked may be gone before the answer; that is no trouble of ours.
      socket.on('error', () => undefined);
      socket.end(`${process.pid}\n`);
    });
    server.unref();
    server.once('error', reject);
    server.listen(address(path), () => resolve(server));
  });
}

function ask(path: string): Promise<'lives' | 'dead' | 'gone'> {
  return new Promise((resolve) => {
    const socket = connect(address(path));
    socket.once('connect', () => {
      socket.destroy();
      resolve('lives');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? 'gone' : 'dead'));
  });
}

function setAside(path: string): void {
  const aside = `${path}.stale-${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another starter was quicker; the next round asks again.
  }
}

function close(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    rmSync(path, { force: true });
    server.close(() => resolve());
  });
}
