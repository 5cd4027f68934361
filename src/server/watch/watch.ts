/** The events of a process: its calls, their statements, and its open resources. Metrics and traces listen to them. A site with neither pays for neither. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type RemoteTrace, remoteTrace } from './remoteTrace.ts';

/** The data about a call when it arrives. */
export interface CallStart {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
}

/** The data about a call when it ends. `call`: its registered path, null if none is registered; never text from a stranger. */
export interface CallEnd {
  readonly call: string | null;
  readonly code: number;
  readonly ms: number;
}

/** A statement that is over. `text` has no values: they are sent apart from it. */
export interface StatementEnd {
  readonly text: string;
  readonly ms: number;
  readonly failed: boolean;
}

/** Hears one call. */
export interface CallListener {
  readonly traceId?: string | undefined;
  statement(end: StatementEnd): void;
  end(call: CallEnd): void;
}

/** Listens to every call, and to statements outside calls: of messages, upkeep and webhooks. */
export interface WorkListener {
  begin(start: CallStart, remote: RemoteTrace | null): CallListener;
  statement(end: StatementEnd): void;
}

export interface HeardCall {
  /** 32 hexadecimal digits; undefined where the call belongs to no trace. */
  readonly traceId: string | undefined;
  end(call: CallEnd): void;
}

export interface Watch {
  /** Runs the work of a call. Statements inside of it are heard as its own. */
  call<T>(start: CallStart, work: (heard: HeardCall) => Promise<T>): Promise<T>;
  /** Called for every statement. */
  readonly statement: (end: StatementEnd) => void;
  /** Registers an open resource of the process, with a function that counts it. */
  holds(name: 'live_streams', count: () => number): void;
  readonly held: ReadonlyMap<string, () => number>;
}

/** Connects the listeners; without any, a call only costs reading one header. */
export function makeWatch(listeners: readonly WorkListener[]): Watch {
  const current = new AsyncLocalStorage<readonly CallListener[]>();
  const held = new Map<string, () => number>();
  return {
    call(start, work) {
      const remote = remoteTrace(start.headers);
      if (listeners.length === 0)
        return work({ traceId: remote?.fromKey ? undefined : remote?.traceId, end: () => undefined });
      const heard = listeners.map((one) => one.begin(start, remote));
      const traceId = heard.find((one) => one.traceId)?.traceId ?? (remote?.fromKey ? undefined : remote?.traceId);
      const end = (call: CallEnd) => {
        for (const one of heard) one.end(call);
      };
      return current.run(heard, () => work({ traceId, end }));
    },
    statement(ended) {
      for (const one of current.getStore() ?? listeners) one.statement(ended);
    },
    holds: (name, count) => void held.set(name, count),
    held,
  };
}

export const NO_WATCH: Watch = makeWatch([]);
