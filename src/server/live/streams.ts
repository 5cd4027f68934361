/**
 * The open streams of this process: the listeners, what each may hear, and when a stream ends. Changes are batched, so that ten thousand lines are one event a
 * second.
 */
import { BEAT_MS, type Bye, type Changed, KINDS, type Kind } from '#contract/live.ts';
import type { Actor } from '../auth/session.ts';
import type { Change } from '../db/changes.ts';
import { KINDS_OF_TABLE, WHO_TABLES } from './kinds.ts';

/** The stream of one actor. `send` writes one event and returns false if the reader is too slow; `end` closes the connection. */
export interface Stream {
  readonly session_id: string;
  readonly user_id: string;
  /** Replaced when the account changes. */
  who: Pick<Actor, 'permissions' | 'role' | 'seller_id' | 'must_change' | 'must_register'>;
  send(text: string): boolean;
  end(): void;
}

interface Parts {
  /** Epoch seconds. */
  now: () => number;
  /** Names this process, for {@link Streams.add}. */
  boot: string;
  hears: (kind: Kind, who: Stream['who']) => boolean;
  /** Reads the actors of these sessions; ended sessions are missing. */
  holders: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Stream['who']>>;
  limits: { all: number; perPerson: number };
}

/** How long changes are batched at first, and the least time between two events, ms. */
const SOON_MS = 150;
const GAP_MS = 1_000;
/** How often sessions are checked even if nothing seems to have changed them, ms: a session also expires by age. */
const LOOK_MS = 30_000;
/** The clocks of two servers may differ, and a commit is reported with a delay; seconds. */
const MARGIN = 10;

export type Streams = ReturnType<typeof makeStreams>;

export function makeStreams({ now, boot, hears, holders, limits }: Parts) {
  const streams = new Set<Stream>();
  const past = makePast(boot, now);
  let missed = false;
  /** Kinds that changed since the last event, each with the sessions that changed it. */
  let heard = new Map<Kind, Set<string>>();
  let lookAtWho = false;
  let timer: NodeJS.Timeout | undefined;
  let lastPushAt = 0;
  let stopping = false;

  const eventOf = (event: string, data: unknown) =>
    `id: ${past.id()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const forget = (stream: Stream) => streams.delete(stream);
  const give = (stream: Stream, text: string) => {
    if (stream.send(text)) return;
    // A reader that does not keep up loses the stream and must fetch what it missed.
    forget(stream);
    stream.end();
  };
  const close = (stream: Stream, why: Bye['why']) => {
    forget(stream);
    stream.send(eventOf('bye', { why }));
    stream.end();
  };

  const tellAll = () => {
    const gathered = heard;
    const all = missed;
    heard = new Map();
    missed = false;
    past.markSent();
    if (!all && gathered.size === 0) return;
    for (const stream of [...streams]) {
      const changes = all ? { kinds: '*' as const, own: [] } : changedFor(stream, gathered);
      if (changes.kinds === '*' || changes.kinds.length + changes.own.length > 0)
        give(stream, eventOf('change', changes));
    }
  };
  const changedFor = ({ who, session_id }: Stream, gathered: typeof heard): Changed => {
    const kinds = [...gathered.keys()].filter((kind) => hears(kind, who));
    const isOwn = (kind: Kind) => [...(gathered.get(kind) ?? [])].every((by) => by === session_id);
    return { kinds: kinds.filter((kind) => !isOwn(kind)), own: kinds.filter(isOwn) };
  };

  /** Ends the streams of ended sessions, and tells the others whose account changed to reload it. */
  const look = async () => {
    const looked = [...streams];
    if (looked.length === 0) return;
    const found = await holders([...new Set(looked.map((one) => one.session_id))]);
    for (const stream of looked) {
      if (!streams.has(stream)) continue;
      const who = found.get(stream.session_id);
      if (!who || who.must_change || who.must_register) close(stream, 'ended');
      else if (sightOf(who) !== sightOf(stream.who)) {
        stream.who = who;
        give(stream, eventOf('who', {}));
      }
    }
  };

  const work = async () => {
    lastPushAt = performance.now();
    const looks = lookAtWho;
    lookAtWho = false;
    try {
      // The permissions are checked before the changes are sent.
      if (looks) await look();
    } catch {
      // The database is unreachable; the next check will find the change.
      lookAtWho = true;
    }
    tellAll();
    // Only now, so that nothing is sent before the permissions were checked.
    timer = undefined;
    if ((lookAtWho || heard.size > 0 || missed) && !stopping) soon();
  };
  const soon = () => {
    timer ??= setTimeout(() => void work(), Math.max(SOON_MS, lastPushAt + GAP_MS - performance.now())).unref();
  };

  const beat = setInterval(() => {
    for (const stream of [...streams]) give(stream, `: beat\nid: ${past.id()}\n\n`);
  }, BEAT_MS).unref();
  const looking = setInterval(() => {
    lookAtWho = true;
    soon();
  }, LOOK_MS).unref();

  return {
    /** Takes changes from the database ({@link Change}); null: some may have been missed. */
    hear(changes: readonly Change[] | null): void {
      if (changes === null) {
        past.forget();
        if (streams.size === 0) past.markSent();
        else {
          missed = true;
          lookAtWho = true;
          soon();
        }
        return;
      }
      for (const { by, tables } of changes)
        for (const table of tables) {
          if (WHO_TABLES.has(table)) lookAtWho = true;
          for (const kind of KINDS_OF_TABLE[table] ?? []) {
            past.note(kind);
            heard.set(kind, (heard.get(kind) ?? new Set()).add(by));
          }
        }
      // Nobody listens; `last` records the changes for streams that resume later.
      if (streams.size === 0) {
        heard = new Map();
        lookAtWho = false;
        past.markSent();
      } else if (heard.size > 0 || lookAtWho) soon();
    },
    /** 'full' if this process has no free stream; 'stopping' if it stops. */
    room: (): 'free' | 'full' | 'stopping' => (stopping ? 'stopping' : streams.size >= limits.all ? 'full' : 'free'),
    /**
     * Adds a stream. `lastId`: the last id that the reader received, from this process (`boot.turn.seconds`), from another one, or from none (`..seconds`);
     * null: only future events. The oldest stream of a person with too many is closed.
     */
    add(stream: Stream, lastId: string | null): void {
      const own = [...streams].filter(({ user_id }) => user_id === stream.user_id);
      for (const one of own.slice(0, Math.max(0, own.length + 1 - limits.perPerson))) close(one, 'crowded');
      streams.add(stream);
      const kinds = past.since(lastId);
      const allowed = kinds === '*' ? kinds : kinds.filter((kind) => hears(kind, stream.who));
      give(stream, eventOf('hello', { kinds: allowed, own: [] } satisfies Changed));
    },
    remove: forget,
    count: () => streams.size,
    /** Ends every stream when the server stops. */
    stop(): void {
      stopping = true;
      clearTimeout(timer);
      clearInterval(beat);
      clearInterval(looking);
      for (const stream of [...streams]) close(stream, 'stopping');
    },
  };
}

/** Remembers when each kind last changed, for readers that reconnect. */
function makePast(boot: string, now: () => number) {
  /** `turn` only grows; `at` is epoch seconds. */
  const last = new Map<Kind, { turn: number; at: number }>();
  let turn = 0;
  /** All changes up to this turn were sent to the listeners. */
  let pushedTurn = 0;
  /** This process may have missed changes before this time, epoch seconds. */
  let began = now();
  return {
    /** The id of the last sent event. */
    id: () => `${boot}.${pushedTurn}.${now()}`,
    markSent(): void {
      pushedTurn = turn;
    },
    note(kind: Kind): void {
      turn += 1;
      last.set(kind, { turn, at: now() });
    },
    /** Changes may have been missed until now. */
    forget(): void {
      began = now();
      turn += 1;
      for (const kind of KINDS) last.set(kind, { turn, at: began });
    },
    /** The kinds that changed after an id (see `add` of the streams). */
    since(lastId: string | null): readonly Kind[] | '*' {
      if (lastId === null) return [];
      const [, from, atTurn, at] = /^([\w-]*)\.(\d*)\.(\d{1,12})$/.exec(lastId) ?? [];
      if (at === undefined) return '*';
      const isOurs = from === boot && atTurn !== '';
      if (!isOurs && Number(at) - MARGIN < began) return '*';
      const isLater = (then: { turn: number; at: number }) =>
        isOurs ? then.turn > Number(atTurn) : then.at >= Number(at) - MARGIN;
      return [...last].flatMap(([kind, then]) => (isLater(then) ? [kind] : []));
    },
  };
}

const sightOf = ({ role, permissions, seller_id }: Stream['who']) => [role, seller_id, ...permissions].join();
