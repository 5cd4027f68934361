/** The state of an upload: read the file, run the dry run, then write in batches that can be stopped and continued. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, NoAnswer } from '#client/callError.ts';
import type { BulkAnswer } from '#contract/call.ts';
import { syncWords } from '#domain/syncWords.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import {
  type Checked,
  type CsvColumns,
  checkCsv,
  type GoodRow,
  type Needed,
  NoHeading,
  type RowReader,
} from './checkCsv.ts';
import { type OpenedCsv, openCsv } from './openCsv.ts';
import { CsvRefusal, type CsvRow } from './readCsv.ts';
import { type RowVerdict, sendRows } from './sendRows.ts';

/**
 * What an area defines for its files. `reader` prepares and reads the rows of a file; it may ask the server about them first. Keep its identity
 * stable until the data it compares with changes, because a new `reader` starts the dry run again.
 */
type ReadRow<Name extends string, T> = (row: RowReader<Name>) => T | null;

export interface UploadOf<Name extends string, T> {
  columns: CsvColumns<Name>;
  needed: Needed<Name>;
  /** Null while its data is loading. */
  reader: ((rows: readonly CsvRow[], signal: AbortSignal) => ReadRow<Name, T> | Promise<ReadRow<Name, T>>) | null;
  /** Whether a row changes nothing. Such rows are shown but not sent. */
  unchanged: (value: T) => boolean;
  /** Rows per request. */
  size: number;
  send: (batch: readonly GoodRow<T>[]) => Promise<BulkAnswer>;
  /**
   * Called after writing ended or paused, so that stale data can be read again. `sums` covers the whole file once nothing is left to send, and is
   * null before.
   */
  onWritten: (sums: { written: number; refused: number } | null) => void;
}

type Phase = 'none' | 'reading' | 'checked' | 'sending' | 'paused' | 'done';

export interface UploadState<T> {
  phase: Phase;
  /** 0 to 1 while reading. */
  progress: number;
  fileName: string;
  /** Why the file cannot be read or why writing paused, for people. */
  problem: string | null;
  opened: OpenedCsv | null;
  checked: Checked<T> | null;
  /** Rows that change something. */
  toSend: readonly GoodRow<T>[];
  verdicts: ReadonlyMap<number, RowVerdict>;
  stopping: boolean;
  choose: (file: File) => void;
  start: () => void;
  stop: () => void;
  reset: () => void;
}

const NO_ANSWER = 'The server did not answer. Every row that was saved is marked below; press Continue for the rest.';

/** The state and the actions of one upload. */
export function useUpload<Name extends string, T>(of: UploadOf<Name, T>): UploadState<T> {
  const [phase, setPhase] = useState<Phase>('none');
  const [problem, setProblem] = useState<string | null>(null);
  const file = useCsvFile();
  const writing = useWriting(of);
  const fail = useCallback((why: string) => {
    setPhase('none');
    setProblem(why);
  }, []);
  const showChecked = useCallback(() => setPhase('checked'), []);
  // The dry run starts after reading. It starts again when the data it compares with changed before anything was written.
  const dryRun = useDryRun(of, phase === 'reading' || phase === 'checked' ? file.opened : null, showChecked, (why) => {
    fail(why);
    file.drop();
  });
  const toSend = dryRun.checked?.good.filter((row) => !of.unchanged(row.value)) ?? [];

  const reset = useCallback(() => {
    file.drop();
    dryRun.forget();
    writing.forget();
    setPhase('none');
    setProblem(null);
  }, [file.drop, dryRun.forget, writing.forget]);
  const choose = (chosen: File) => {
    reset();
    setPhase('reading');
    file.open(chosen, fail);
  };
  const start = () => {
    setProblem(null);
    setPhase('sending');
    writing.send(toSend, (end, why) => {
      setPhase(end);
      if (why !== null) setProblem(why);
    });
  };
  const stop = () => (phase === 'reading' ? reset() : writing.stop());
  return {
    phase,
    progress: file.progress,
    fileName: file.name,
    problem,
    opened: file.opened,
    checked: dryRun.checked,
    toSend,
    verdicts: writing.verdicts,
    stopping: writing.stopping,
    choose,
    start,
    stop,
    reset,
  };
}

/** The chosen file. Opening ends when another file is chosen, the file is dropped or the screen is left. */
function useCsvFile() {
  const [name, setName] = useState('');
  const [progress, setProgress] = useState(0);
  const [opened, setOpened] = useState<OpenedCsv | null>(null);
  const work = useRef<AbortController | null>(null);
  const drop = useCallback(() => {
    work.current?.abort();
    setOpened(null);
  }, []);
  useEffect(() => () => work.current?.abort(), []);
  /** `failed` gets the reason for people. */
  const open = (file: File, failed: (why: string) => void) => {
    const reading = new AbortController();
    const { signal } = reading;
    work.current = reading;
    setName(file.name);
    setProgress(0);
    openCsv(file, { signal, onProgress: setProgress }).then(setOpened, (error: unknown) => {
      if (!signal.aborted) failed(whyUnread(error));
    });
  };
  return { name, progress, opened, open, drop };
}

const whyUnread = (error: unknown) =>
  error instanceof CsvRefusal
    ? error.message
    : error instanceof NoAnswer
      ? syncWords.needsConnection
      : 'This file could not be read. Choose it again.';

/** Checks the rows of `opened`; null: nothing to check. `onFailed` gets the reason for people. */
function useDryRun<Name extends string, T>(
  { columns, needed, reader }: UploadOf<Name, T>,
  opened: OpenedCsv | null,
  onChecked: () => void,
  onFailed: (why: string) => void,
) {
  const [checked, setChecked] = useState<Checked<T> | null>(null);
  const finished = useEvent((next: Checked<T>) => {
    setChecked(next);
    onChecked();
  });
  const failed = useEvent(onFailed);
  useEffect(() => {
    if (!opened || !reader) return;
    const stop = new AbortController();
    const begin = async () => reader(opened.rows, stop.signal);
    const check = (read: ReadRow<Name, T>) =>
      checkCsv(opened.rows, opened.broken, columns, needed, read, { signal: stop.signal });
    begin()
      .then(check)
      .then(
        (next) => {
          if (!stop.signal.aborted) finished(next);
        },
        (error: unknown) => {
          if (!stop.signal.aborted)
            failed(error instanceof NoHeading ? error.message : 'This file could not be checked.');
        },
      );
    return () => stop.abort();
  }, [opened, reader, columns, needed, finished, failed]);
  const forget = useCallback(() => setChecked(null), []);
  return { checked, forget };
}

/** Writes rows in batches. Stops between two batches when asked, or when the screen is left. */
function useWriting<Name extends string, T>({ size, send: sendBatch, onWritten }: UploadOf<Name, T>) {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, RowVerdict>>(new Map());
  const [stopping, setStopping] = useState(false);
  const stopRequested = useRef(false);
  useEffect(
    () => () => {
      stopRequested.current = true;
    },
    [],
  );
  const forget = useCallback(() => setVerdicts(new Map()), []);
  /** Sends the rows that have no verdict yet. `ended` gets the phase after it, and why writing paused without being asked, for people. */
  const send = (rows: readonly GoodRow<T>[], ended: (end: 'done' | 'paused', why: string | null) => void) => {
    const byLine = new Map(verdicts);
    stopRequested.current = false;
    setStopping(false);
    const rest = rows.filter((row) => !verdicts.has(row.line));
    const onVerdicts = (more: readonly RowVerdict[]) => {
      for (const one of more) byLine.set(one.line, one);
      setVerdicts(new Map(byLine));
    };
    void sendRows(rest, { size, send: sendBatch, stopped: () => stopRequested.current, onVerdicts })
      .then(
        (all) => {
          ended(all ? 'done' : 'paused', null);
          const written = [...byLine.values()].filter((one) => one.ok).length;
          return all ? { written, refused: byLine.size - written } : null;
        },
        (error: unknown) => {
          ended('paused', messageOf(error, NO_ANSWER));
          return null;
        },
      )
      .then(onWritten);
  };
  const stop = () => {
    stopRequested.current = true;
    setStopping(true);
  };
  return { verdicts, stopping, send, stop, forget };
}
