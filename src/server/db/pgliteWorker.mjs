// The embedded database, in a worker thread so that a long report never stops HTTP (design/database.md). Plain JavaScript, because a
// worker thread starts before any TypeScript loader. It answers { id, sql, params } with { id, rows, affected } or { id, error }.
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

let fsyncs = 0;

// PGlite never calls fsync by itself (upstream #1107): without this an acknowledged transaction would not survive a power cut.
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

const int8 = (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a number holds`);
  return value;
};
const parsers = { 20: int8, 1082: (text) => text, 1186: (text) => text };
const settings = {
  extensions: { pg_trgm },
  parsers,
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
  // Reaches into a detail of the WASM build: prove once that a commit really reaches the disk.
  const before = fsyncs;
  await db.exec(
    'create table if not exists _fsync_proof (at int8); insert into _fsync_proof values (1); drop table _fsync_proof;',
  );
  const { rows } = await db.query('show fsync');
  parentPort.postMessage({ id: 0, fsync: fsyncs > before && rows[0]?.fsync === 'on' });
} else {
  parentPort.postMessage({ id: 0, fsync: true });
}

parentPort.on('message', async ({ id, sql, params, close, dump }) => {
  try {
    if (close) {
      await db.close();
      parentPort.postMessage({ id, rows: [], affected: 0 });
      process.exit(0);
    }
    if (dump) {
      const file = await db.dumpDataDir('none');
      parentPort.postMessage({ id, rows: [new Uint8Array(await file.arrayBuffer())], affected: 0 });
      return;
    }
    const result = await db.query(sql, params);
    parentPort.postMessage({ id, rows: result.rows, affected: result.affectedRows ?? 0, fsyncs });
  } catch (error) {
    const { message, code, constraint, detail, table } = error;
    parentPort.postMessage({ id, error: { message, code, constraint, detail, table } });
  }
});
