// Runs the embedded database in a worker thread, so that a long report never blocks HTTP (design/database.md). It is plain JavaScript, because a
// worker thread starts before any TypeScript loader. It receives { id, bytes } of PostgreSQL's wire protocol and replies with { id, bytes } or { id,
// error }.
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

let fsyncs = 0;

// PGlite never calls fsync (upstream #1107); without this class acknowledged transactions would not survive a power cut.
class FsyncNodeFS extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) {
          fs.fsyncSync(stream.nfd);
          fsyncs += 1;
        }
        return 0;
      };
    });
    return result;
  }
}

const settings = {
  extensions: { pg_trgm },
  postgresqlconf: ['shared_buffers=64MB', 'work_mem=16MB', 'max_wal_size=96MB', 'min_wal_size=32MB'],
};

async function open() {
  if (workerData.memory)
    return PGlite.create(workerData.dump ? { ...settings, loadDataDir: new Blob([workerData.dump]) } : settings);
  const startParams = PGlite.defaultStartParams
    .filter((param) => param !== '-F')
    .concat('-c', 'fsync=on', '-c', 'wal_sync_method=fsync');
  return PGlite.create({ ...settings, fs: new FsyncNodeFS(workerData.dir), startParams });
}

const db = await open();
if (!workerData.memory) {
  // The class depends on a detail of the WASM build, so the start checks once that a commit really reaches the disk.
  const before = fsyncs;
  await db.exec(
    'create table if not exists _fsync_proof (at int8); insert into _fsync_proof values (1); drop table _fsync_proof;',
  );
  const { rows } = await db.query('show fsync');
  parentPort.postMessage({ id: 0, fsync: fsyncs > before && rows[0]?.fsync === 'on' });
} else {
  parentPort.postMessage({ id: 0, fsync: true });
}

parentPort.on('message', async ({ id, bytes, close, dump }) => {
  try {
    if (close) {
      await db.close();
      parentPort.postMessage({ id });
      process.exit(0);
    }
    const answer = dump ? new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer()) : await spoken(bytes);
    parentPort.postMessage({ id, bytes: answer }, [answer.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: error.message });
  }
});

/** Returns PostgreSQL's response to these messages. The chunks are views of its own memory, so they are copied. */
async function spoken(bytes) {
  const parts = [];
  await db.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(part.slice()) });
  const answer = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    answer.set(part, at);
    at += part.length;
  }
  return answer;
}
