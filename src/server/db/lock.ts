/**
 * Ensures one server process per embedded database. PGlite lets two processes open one directory, and then loses a third to two thirds of the
 * acknowledged work, so every opener must hold this lock (design/database.md). The lock file is a link to a unix socket with a random name: a process
 * that accepts connections there is alive. The kernel closes the socket when the process dies, so there is no pid that could be reused, and no
 * timeout.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { relative } from 'node:path';

export interface Lock {
  release(): Promise<void>;
}

/** Acquires the lock. Throws an Error with a sentence for people if another process holds it. */
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

/** A unix socket's path may have at most about 100 characters, so the shorter of its two forms is used. */
function address(path: string): string {
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // The connecting process may have ended before the reply, which is harmless.
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
    // Another process was faster; the next round tries again.
  }
}

function close(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    rmSync(path, { force: true });
    server.close(() => resolve());
  });
}
