import type { ReactNode } from 'react';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Progress } from '#ui/feedback/Progress.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { whenReady } from '#ui/whenReady.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { BadCells, Rows } from './CsvTables.tsx';
import type { CsvColumn, GoodRow } from './checkCsv.ts';
import { EMPTY_FILE } from './readCsv.ts';
import { type UploadOf, type UploadState, useUpload } from './useUpload.ts';
import { downloadCsv } from './writeCsv.ts';

export interface CsvUploadProps<Name extends string, T> extends UploadOf<Name, T> {
  title: string;
  /** The base of the names of the template and of the file of refused rows: "opening-stock". */
  file: string;
  /** The columns of the preview. */
  preview: readonly Column<GoodRow<T>>[];
  /** The text when the file has no row that can be written. */
  none?: string;
  /** True when the server describes the result of each row (CsvTables.tsx). */
  tells?: boolean;
  /** An explanation of the rows, shown where the file is chosen. */
  children?: ReactNode;
}

/** Uploads a CSV: a dry run that lists every bad cell, then writing with progress, a stop button and a verdict per row (B8.10, F12). */
export function CsvUpload<Name extends string, T>({
  title,
  file,
  preview,
  none,
  tells,
  children,
  ...of
}: CsvUploadProps<Name, T>) {
  const upload = useUpload(of);
  const columns = Object.values<CsvColumn>(of.columns);
  return (
    <>
      <Card label={title}>
        <h2 className="text-base font-semibold">{title}</h2>
        {upload.phase === 'none' && (
          <>
            <div className="mt-2 text-ink-soft">{children}</div>
            <Columns columns={columns} />
          </>
        )}
        <div className="mt-4 flex flex-col gap-4">
          {upload.problem && (
            <Notice tone="bad" icon="alert" role="alert">
              {upload.problem === EMPTY_FILE ? (none ?? EMPTY_FILE) : upload.problem}
            </Notice>
          )}
          {upload.phase === 'reading' && (
            <Progress
              label="Reading the file"
              done={upload.progress}
              action={
                <Button icon="close" onClick={upload.stop}>
                  Stop
                </Button>
              }
            >
              Reading {upload.fileName}…
            </Progress>
          )}
          {none && upload.phase === 'checked' && upload.toSend.length === 0 && (
            <Notice tone="bad" icon="alert" role="alert">
              {none}
            </Notice>
          )}
          <Sums upload={upload} />
          <div className="flex flex-wrap gap-2">
            {(upload.phase === 'none' || upload.phase === 'checked' || upload.phase === 'done') && (
              <FileButton onChoose={upload.choose} first={upload.phase === 'none'} />
            )}
            {upload.phase === 'none' && (
              <Button
                icon="download"
                onClick={() =>
                  downloadCsv(`${file}-template.csv`, [
                    columns.map((one) => one.title),
                    columns.map((one) => one.example),
                  ])
                }
              >
                Download template
              </Button>
            )}
            {upload.phase === 'checked' && (
              <ServerButton
                look="primary"
                icon="check"
                {...whenReady(upload.toSend.length === 0 && 'No row of the file can be saved.', upload.start)}
              >
                {plural(upload.toSend.length, 'Save # row', 'Save # rows')}
              </ServerButton>
            )}
            {upload.phase === 'paused' && (
              <>
                <ServerButton look="primary" onClick={upload.start}>
                  Continue
                </ServerButton>
                <Button onClick={upload.reset}>Choose another file</Button>
              </>
            )}
            <NotWritten upload={upload} file={file} />
          </div>
        </div>
      </Card>
      {upload.checked && upload.checked.bad.length > 0 && <BadCells bad={upload.checked.bad} />}
      {upload.checked && upload.checked.good.length > 0 && (
        <Rows upload={upload} preview={preview} unchanged={of.unchanged} tells={tells} />
      )}
      {/* Leaving in the middle of a file would make it unclear which rows are written. */}
      <LeaveGuard when={() => upload.phase === 'sending' || upload.phase === 'paused'} />
    </>
  );
}

function Columns({ columns }: { columns: readonly CsvColumn[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      {columns.map((column) => (
        <div key={column.title} className="contents">
          <dt className="font-semibold">{column.title}</dt>
          <dd className="text-ink-soft max-sm:mb-2">{column.expected}</dd>
        </div>
      ))}
    </dl>
  );
}

function FileButton({ onChoose, first }: { onChoose: (file: File) => void; first: boolean }) {
  return (
    <label
      className={`${buttonClasses(first ? 'primary' : 'plain')} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
    >
      <Icon name="upload" />
      {first ? 'Choose a CSV file' : 'Choose another file'}
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // The same file can be chosen again after it was corrected.
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
    </label>
  );
}

const DELIMITER_WORDS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** The results of the dry run and the progress of writing. */
function Sums<T>({ upload }: { upload: UploadState<T> }) {
  const { checked, opened, verdicts, toSend, phase } = upload;
  if (!checked || !opened) return null;
  const refused = [...verdicts.values()].filter((one) => !one.ok).length;
  const written = verdicts.size - refused;
  const same = checked.good.length - toSend.length;
  if (phase === 'checked') {
    const isFine = checked.refused.length === 0 && checked.good.length > 0;
    return (
      <>
        <Notice tone={isFine ? 'good' : 'wait'} icon={isFine ? 'check' : 'alert'}>
          {upload.fileName}: {plural(toSend.length, '# row can be saved', '# rows can be saved')}
          {same > 0 && plural(same, ', # row would change nothing', ', # rows would change nothing')}
          {checked.refused.length > 0 &&
            `, ${plural(checked.refused.length, '# row cannot', '# rows cannot')}: ${plural(checked.bad.length, '# wrong cell', '# wrong cells')}`}
          . Nothing is saved yet.
        </Notice>
        {checked.order === 'other' && (
          <Notice tone="wait" icon="alert">
            The columns are in another order than in the template. The file is read in the order of the template, so
            check the rows below first.
          </Notice>
        )}
        <p className="text-sm text-ink-faint">
          Read as {opened.encoding}, separated by {DELIMITER_WORDS[opened.delimiter] ?? opened.delimiter}.
          {opened.encoding === 'Windows-1252' && ' If letters look wrong, save the file as “CSV UTF-8” first.'}
          {/* Without a heading the first row would be skipped silently, so the skipped row is shown. */}
          {checked.order !== 'named' &&
            ` Row ${checked.heading.line} is skipped as the heading: ${checked.heading.cells.join(', ').slice(0, 200)}`}
        </p>
      </>
    );
  }
  const figures = `${plural(written, '# row', '# rows')} saved of ${showNumber(toSend.length)}${refused > 0 ? `, ${showNumber(refused)} refused` : ''}`;
  if (phase === 'done')
    return (
      <Notice tone={refused > 0 ? 'wait' : 'good'} icon={refused > 0 ? 'alert' : 'check'}>
        {figures}.
      </Notice>
    );
  return (
    <Progress
      label="Saving rows"
      done={toSend.length === 0 ? 1 : verdicts.size / toSend.length}
      action={
        phase === 'sending' && (
          <Button icon="close" disabled={upload.stopping} onClick={upload.stop}>
            {upload.stopping ? 'Stopping…' : 'Stop'}
          </Button>
        )
      }
    >
      {figures}
      {phase === 'paused' && '. Stopped. The rows that were saved stay, the rest is not saved.'}
    </Progress>
  );
}

/** Offers the rows that were not written as a file, unchanged, with the reason in a last column. People can correct and upload that file. */
function NotWritten<T>({ upload, file }: { upload: UploadState<T>; file: string }) {
  const { checked, verdicts, phase, toSend } = upload;
  if (!checked || phase === 'sending') return null;
  const after = phase === 'paused' || phase === 'done';
  const left = after ? toSend.filter((row) => !verdicts.get(row.line)?.ok) : [];
  const total = checked.refused.length + left.length;
  if (total === 0) return null;
  const download = () => {
    const why = new Map<number, string>();
    for (const bad of checked.bad) {
      const text = `${bad.column ? `${bad.column}: ` : ''}${bad.why} Expected: ${bad.expected}.`;
      why.set(bad.line, why.has(bad.line) ? `${why.get(bad.line)} ${text}` : text);
    }
    for (const row of left) why.set(row.line, verdicts.get(row.line)?.message ?? 'Not saved: stopped before this row.');
    const width = checked.heading.cells.length;
    const rows = [...checked.refused, ...left]
      .sort((a, b) => a.line - b.line)
      .map(({ cells, line }) => [
        ...cells,
        ...Array<string>(Math.max(0, width - cells.length)).fill(''),
        String(line),
        why.get(line) ?? '',
      ]);
    downloadCsv(`${file}-not-saved.csv`, [[...checked.heading.cells, 'Row', 'Problem'], ...rows]);
  };
  return (
    <Button icon="download" onClick={download}>
      {after
        ? plural(total, 'Download # row not saved', 'Download # rows not saved')
        : plural(total, 'Download # row with wrong cells', 'Download # rows with wrong cells')}
    </Button>
  );
}
