import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { nextTask } from '#client/nextTask.ts';
import { callPath } from '#client/transport.ts';
import type { Model } from '#contract/model.ts';
import { MAX_EXPORT_ROWS, MAX_EXPORT_TEXT, MAX_PER_PAGE } from '#domain/limits.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Progress } from '#ui/feedback/Progress.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { CheckField } from '#ui/fields/Field.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { NOTHING_TO_EXPORT, whenReady } from '#ui/whenReady.ts';
import { useSearchValues, useSetSearch } from '../address.ts';
import { messageFor } from '../command/messageFor.ts';
import { exportSheet, SLICE } from './exportSheet.ts';

/** What a list exports. Every column is selected unless it has `off`. */
export interface Sheet<Row> {
  name: string;
  columns: readonly { title: string; value: (row: Row) => string | number | null; off?: boolean }[];
}

interface Props<Row> {
  sheet: Sheet<Row>;
  /** The model of the list. Every page of the current filter is read. */
  of?: Model;
  /** The fields of the list's read, without the page. */
  input?: Readonly<Record<string, unknown>>;
  /** Reads a report page by page, from page 1, until `total` rows are read. */
  read?: (
    page: { page: number; per_page: number },
    signal: AbortSignal,
  ) => Promise<{ rows: readonly Row[]; total: number }>;
  /** The rows, when they are loaded already. */
  rows?: readonly Row[];
  notes?: string[];
  disabled?: boolean;
  /** What the file holds, where it is no list with a filter: "The file has the lines of this order." */
  holds?: string;
  /** `rows` are the rows that a person chose in the list; the button shows their number. */
  chosen?: boolean;
}

/** "Export": choose columns, then write every row of the current filter to an Excel file. */
export function ExportButton<Row>({
  sheet,
  of,
  input = {},
  read,
  rows,
  notes = [],
  disabled,
  chosen = false,
  holds = chosen ? 'The file has the rows that you chose.' : 'The file has every row of these filters.',
}: Props<Row>) {
  const [open, setOpen] = useState(false);
  // Only manual choices are stored, because some columns arrive with the response and bring their own default.
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [running, setRunning] = useState(false);
  // Rows that are there need no server.
  const Act = rows === undefined ? ServerButton : Button;
  const tell = useRef<((step: Step) => void) | null>(null);
  const work = useRef<AbortController | null>(null);
  // The command bar opens the dialog by the address, which forgets it at once.
  const isWanted = useSearchValues().act === 'export' && !chosen;
  const setSearch = useSetSearch();
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    void setSearch((before) => ({ ...before, act: undefined }), { replace: true });
  }, [isWanted, setSearch]);
  useEffect(() => () => work.current?.abort(), []);
  const columns = sheet.columns.filter((column) => wanted(column, ticked));
  const run = async () => {
    const control = new AbortController();
    const { signal } = control;
    work.current = control;
    setRunning(true);
    const reached = (step: Step) => tell.current?.(step);
    try {
      // The button reacts to the press before the work begins.
      await nextTask();
      const source = read ?? (of ? listOf<Row>(of, input) : null);
      let count = 0;
      let more = false;
      async function* slices() {
        for await (const page of source ? everyPage(source, reached, signal) : [rows ?? []]) {
          const fitting = page.slice(0, MAX_EXPORT_ROWS - count);
          more ||= fitting.length < page.length;
          count += fitting.length;
          for (let at = 0; at < fitting.length; at += SLICE)
            yield fitting.slice(at, at + SLICE).map((row) => columns.map((column) => column.value(row)));
        }
        reached({ text: `Writing ${showNumber(count)} rows…`, done: 0.95 });
      }
      const file = await exportSheet(
        { name: sheet.name, head: columns.map((column) => column.title), rows: slices(), notes },
        signal,
      );
      if (more) toast('info', MAX_EXPORT_TEXT);
      else toast('good', `${plural(count, '# row', '# rows')} in ${file}`);
      setOpen(false);
    } catch (error) {
      if (!signal.aborted) toast('bad', messageFor(error));
    } finally {
      setRunning(false);
    }
  };
  const stop = () => work.current?.abort();
  return (
    <>
      <Act icon="download" {...whenReady(disabled === true && NOTHING_TO_EXPORT, () => setOpen(true))}>
        {chosen ? `Export ${rows?.length ?? 0}` : 'Export'}
      </Act>
      <Dialog
        open={open}
        onClose={() => {
          stop();
          setOpen(false);
        }}
        title={`Export ${sheet.name}`}
        description={`Choose the columns of the Excel file. ${holds}`}
        actions={
          <Act
            look="primary"
            icon="download"
            busy={running}
            {...whenReady(columns.length === 0 && 'Choose a column first.', () => void run())}
          >
            Export to Excel
          </Act>
        }
      >
        <Columns columns={sheet.columns} ticked={ticked} onChange={setTicked} />
        {running && <Reached name={sheet.name} tell={tell} onStop={stop} />}
      </Dialog>
    </>
  );
}

/** The manual choices by column title. */
type Ticked = ReadonlyMap<string, boolean>;
const NOTHING_TICKED: Ticked = new Map();

const wanted = ({ title, off = false }: { title: string; off?: boolean }, ticked: Ticked) => ticked.get(title) ?? !off;

/** The columns of the file. It does not render again when the progress changes. */
const Columns = memo(function Columns({
  columns,
  ticked,
  onChange,
}: {
  columns: readonly { title: string; off?: boolean }[];
  ticked: Ticked;
  onChange: (next: (before: Ticked) => Ticked) => void;
}) {
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="sr-only">Columns</legend>
      {columns.map((column) => (
        <CheckField
          key={column.title}
          label={column.title}
          checked={wanted(column, ticked)}
          onChange={(on) => onChange((before) => new Map([...before, [column.title, on]]))}
        />
      ))}
    </fieldset>
  );
});

/** The progress of an export. It holds its own state, so that a page of rows renders this line and not the whole dialog. */
function Reached({
  name,
  tell,
  onStop,
}: {
  name: string;
  /** The export calls this function with each step. */
  tell: RefObject<((step: Step) => void) | null>;
  onStop: () => void;
}) {
  const [step, setStep] = useState<Step>({ text: 'Reading…', done: 0 });
  useEffect(() => {
    tell.current = setStep;
    return () => {
      tell.current = null;
    };
  }, [tell]);
  return (
    <Progress
      label={`Exporting ${name}`}
      done={step.done}
      action={
        <Button icon="close" onClick={onStop}>
          Stop
        </Button>
      }
    >
      {step.text}
    </Progress>
  );
}

interface Step {
  text: string;
  /** 0 to 1. */
  done: number;
}

type Source<Row> = NonNullable<Props<Row>['read']>;

function listOf<Row>(model: Model, input: Readonly<Record<string, unknown>>): Source<Row> {
  return async (page, signal) =>
    (await callPath('GET', `${model.name}/read_all`, { ...input, ...page }, { signal })) as {
      rows: Row[];
      total: number;
    };
}

async function* everyPage<Row>(
  read: Source<Row>,
  tell: (step: Step) => void,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1, count = 0; ; page += 1) {
    const answer = await read({ page, per_page: MAX_PER_PAGE }, signal);
    count += answer.rows.length;
    const most = Math.min(answer.total, MAX_EXPORT_ROWS);
    tell({
      text: `Reading ${showNumber(count)} of ${showNumber(most)} rows…`,
      done: most === 0 ? 0.9 : (0.9 * count) / most,
    });
    // Reading and processing the rows are separate tasks, so that the page stays responsive.
    await nextTask();
    yield answer.rows;
    if (count >= Math.min(answer.total, MAX_EXPORT_ROWS + 1) || answer.rows.length === 0) return;
  }
}
