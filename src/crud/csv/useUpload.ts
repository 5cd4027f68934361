/** The state of an upload: read the file, run the dry run, then write in batches that can be stopped and continued. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, NoAnswer } from '#client/callError.ts';
import type { BulkAnswer } from '#contract/call.ts';
import { syncWords } from '#domain/syncWords.ts';
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

const NO_ANSWER = 'The server did not answer. Every row that was written is marked below; press Continue for the rest.';

/** The state and the actions of one upload. */
export function useUpload<Name extends string, T>(of: UploadOf<Name, T>): UploadState<T> {
  const [phase, setPhase] = useState<Phase>('none');
  const [progress, setProgress] = useState(0);
  const [fileName, setFileName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [opened, setOpened] = useState<OpenedCsv | null>(null);
  const [checked, setChecked] = useState<Checked<T> | null>(null);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, RowVerdict>>(new Map());
  const [stopping, setStopping] = useState(false);
  const work = useRef<AbortController | null>(null);
  const stopAsked = useRef(false);
  const { columns, needed, reader } = of;

  const reset = useCallback(() => {
    work.current?.abort();
    setPhase('none');
    setProblem(null);
    setOpened(null);
    setChecked(null);
    setVerdicts(new Map());
  }, []);
  // When the screen is left, writing stops between two batches.
  useEffect(
    () => () => {
      work.current?.abort();
      stopAsked.current = true;
    },
    [],
  );

  const choose = (file: File) => {
    reset();
    const reading = new AbortController();
    const { signal } = reading;
    work.current = reading;
    setFileName(file.name);
    setPhase('reading');
    setProgress(0);
    openCsv(file, { signal, onProgress: setProgress }).then(setOpened, (error: unknown) => {
      if (signal.aborted) return;
      setPhase('none');
      setProblem(
        error instanceof CsvRefusal
          ? error.message
          : error instanceof NoAnswer
            ? syncWords.needsConnection
            : 'This file could not be read. Please choose it again.',
      );
    });
  };

  // The dry run starts after reading. It starts again when the data it compares with changed before anything was written.
  const fresh = phase === 'reading' || phase === 'checked';
  useEffect(() => {
    if (!opened || !reader || !fresh) return;
    const stop = new AbortController();
    const begin = async () => reader(opened.rows, stop.signal);
    const check = (read: ReadRow<Name, T>) =>
      checkCsv(opened.rows, opened.broken, columns, needed, read, { signal: stop.signal });
    begin()
      .then(check)
      .then(
        (next) => {
          if (stop.signal.aborted) return;
          setChecked(next);
          setPhase('checked');
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setPhase('none');
          setOpened(null);
          setProblem(error instanceof NoHeading ? error.message : 'This file could not be checked.');
        },
      );
    return () => stop.abort();
  }, [opened, reader, columns, needed, fresh]);

  const toSend = checked?.good.filter((row) => !of.unchanged(row.value)) ?? [];

  const start = () => {
    const rest = toSend.filter((row) => !verdicts.has(row.line));
    const told = new Map(verdicts);
    stopAsked.current = false;
    setStopping(false);
    setProblem(null);
    setPhase('sending');
    void sendRows(rest, {
      size: of.size,
      send: of.send,
      stopped: () => stopAsked.current,
      onVerdicts: (more) => {
        for (const one of more) told.set(one.line, one);
        setVerdicts(new Map(told));
      },
    })
      .then(
        (all) => {
          setPhase(all ? 'done' : 'paused');
          const written = [...told.values()].filter((one) => one.ok).length;
          return all ? { written, refused: told.size - written } : null;
        },
        (error: unknown) => {
          setPhase('paused');
          setProblem(messageOf(error, NO_ANSWER));
          return null;
        },
      )
      .then(of.onWritten);
  };
  const stop = () => {
    if (phase === 'reading') return reset();
    stopAsked.current = true;
    setStopping(true);
  };
  return {
    phase,
    progress,
    fileName,
    problem,
    opened,
    checked,
    toSend,
    verdicts,
    stopping,
    choose,
    start,
    stop,
    reset,
  };
}
