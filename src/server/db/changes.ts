/**
 * Publishes which tables committed work has written: within this process for the embedded database, to all processes over one PostgreSQL by LISTEN and NOTIFY.
 * The NOTIFY is a separate statement after the commit and collects the writes since the last one, because PostgreSQL lets only one notifying transaction commit
 * at a time (docs/decisions/0245).
 */
import pg from 'pg';

/** Tables that one session wrote. `by`: the id of the session; '' for work of the server itself. */
export interface Change {
  readonly by: string;
  readonly tables: readonly string[];
}

/** Called with changes; null: changes may have been missed, so anything may have changed. */
export type ChangeListener = (heard: readonly Change[] | null) => void;

export interface Changes {
  /** Must be called after the commit. Returns at once and never throws. */
  tell(change: Change): void;
  /** Calls `listener` until the returned function is called. `onBreak`: the connection that hears the changes of other processes ended. */
  listen(listener: ChangeListener, onBreak?: () => void): () => void;
  /** Sends the changes that still wait and ends the connection. */
  close(): Promise<void>;
}

function makeListeners() {
  const listeners = new Map<ChangeListener, (() => void) | undefined>();
  return {
    add(listener: ChangeListener, onBreak?: () => void) {
      listeners.set(listener, onBreak);
      return () => void listeners.delete(listener);
    },
    hear(heard: readonly Change[] | null) {
      for (const listener of listeners.keys()) listener(heard);
    },
    broke() {
      for (const onBreak of listeners.values()) onBreak?.();
    },
    count: () => listeners.size,
  };
}

/** For the one process of an embedded database. */
export function ownChanges(): Changes {
  const listeners = makeListeners();
  return {
    tell: (change) => listeners.hear([change]),
    listen: listeners.add,
    close: async () => undefined,
  };
}

const CHANNEL = 'kasuwa_changes';
/** Changes within this time are sent together, ms. */
const GATHER_MS = 50;
const AGAIN_MS = 5_000;
/** A connection that broke without a word is noticed after two of these, ms. */
const ASK_MS = 20_000;
/** PostgreSQL limits a payload to less than 8,000 bytes. A longer list is sent as "anything". */
const MOST = 7_000;

/** One line per session: `id table table`. */
export const textOf = (changes: readonly Change[]): string =>
  changes.map(({ by, tables }) => [by, ...tables].join(' ')).join('\n');

/** null for an empty text: anything may have changed. */
export function changesIn(text: string): Change[] | null {
  if (text === '') return null;
  return text.split('\n').map((line) => {
    const [by = '', ...tables] = line.split(' ');
    return { by, tables };
  });
}

interface Parts {
  url: string;
  /** Sends one NOTIFY. Rejects while the database cannot be reached. */
  send: (channel: string, text: string) => Promise<unknown>;
  log: (line: Record<string, unknown>) => void;
}

/** For processes over one PostgreSQL. This process hears its own changes from the database too, in the same order as the others. */
export function sharedChanges({ url, send, log }: Parts): Changes {
  const listeners = makeListeners();
  let waiting = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let line: { close(): Promise<void> } | null = null;
  let closed = false;

  const sendAll = async () => {
    timer = undefined;
    if (waiting.size === 0) return;
    const gathered = waiting;
    waiting = new Map();
    const text = textOf([...gathered].map(([by, tables]) => ({ by, tables: [...tables] })));
    try {
      await send(CHANNEL, text.length > MOST ? '' : text);
    } catch {
      // The work is committed, so its notification may not be lost: it goes out with the next one.
      for (const [by, tables] of gathered) gather({ by, tables: [...tables] });
      if (!closed) later(AGAIN_MS);
    }
  };
  const later = (ms: number) => {
    timer ??= setTimeout(() => {
      sending = sendAll();
    }, ms).unref();
  };
  const gather = ({ by, tables }: Change) => {
    const known = waiting.get(by) ?? new Set();
    for (const table of tables) known.add(table);
    waiting.set(by, known);
  };
  return {
    tell(change) {
      gather(change);
      later(GATHER_MS);
    },
    listen(listener, onBreak) {
      line ??= openLine(url, listeners, log);
      return listeners.add(listener, onBreak);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await sending;
      await sendAll();
      await line?.close();
    },
  };
}

/** Listens on a separate connection, which is reopened when it breaks. After each opening anything may have changed. */
function openLine(
  url: string,
  { hear, broke }: Pick<ReturnType<typeof makeListeners>, 'hear' | 'broke'>,
  log: Parts['log'],
) {
  let left = false;
  let timer: NodeJS.Timeout | undefined;
  let current: pg.Client | null = null;
  const again = () => {
    if (left || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void open();
    }, AGAIN_MS).unref();
  };
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'kasuwa changes',
      keepAlive: true,
      connectionTimeoutMillis: 15_000,
      query_timeout: ASK_MS,
    });
    current = client;
    const asking = setInterval(() => {
      client.query('select 1').catch(() => client.end().catch(() => undefined));
    }, ASK_MS).unref();
    client.on('error', () => undefined);
    client.on('end', () => {
      clearInterval(asking);
      if (!left) broke();
      again();
    });
    client.on('notification', ({ channel, payload = '' }) => channel === CHANNEL && hear(changesIn(payload)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (!left) hear(null);
    } catch (error) {
      clearInterval(asking);
      if (!left) log({ level: 'warn', event: 'changes_not_heard', text: String(error) });
      await client.end().catch(() => undefined);
      again();
    }
  };
  const opened = open();
  return {
    async close() {
      left = true;
      clearTimeout(timer);
      await opened;
      await current?.end().catch(() => undefined);
    },
  };
}
