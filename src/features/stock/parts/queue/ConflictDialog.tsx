import type { ReactNode } from 'react';
import { lotsWords } from '#domain/lotWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { type DifferingLine, linesInDispute, wordsOf } from '#offline/outbox/confirmed.ts';
import type { DiscardOutcome } from '#offline/outbox/decisions.ts';
import { type ConfirmedLine, isKnown, type Op, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { stepName, wordOf } from '#offline/outbox/queueRules.ts';
import { theQueue } from '#offline/queue.ts';
import { copiesOf } from '#offline/resolve/supersede.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { momentText } from '#ui/when.ts';
import { Differences } from './Differences.tsx';
import { useMyQueue } from './useQueue.ts';

interface Props {
  op: Op;
  open: boolean;
  onClose: () => void;
  onChoose: (choice: Promise<DiscardOutcome>) => void;
  /** Leads to the field of the line, whose next figure decides the conflict. Absent: this screen has no such field. */
  onCountAgain?: (() => void) | undefined;
}

/**
 * Shows both values of a change that a colleague also made, with a choice under each. Neither button is filled, because nobody knows which value is
 * true.
 */
export function ConflictDialog({ op, open, onClose, onChoose, onCountAgain }: Props) {
  const current = currentOf(op);
  // "Mine" is what the person entered last, and the choice decides about that.
  const { ops } = useMyQueue();
  const mine = copiesOf(op, ops).at(-1) ?? op;
  const { keepMine: keepsMine, keepTheirs } = syncWords.conflict;
  const isLine = op.type === 'upsert' || op.type === 'remove';
  /** "Keep mine: 11 cases". Details are too long for a button. */
  const withFigure = (words: string, of: Figures) =>
    isLine ? (
      <span>
        {words}: <span className="whitespace-nowrap">{figureOf(op, of).toLowerCase()}</span>
      </span>
    ) : (
      words
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={syncWords.conflict.title}
      description={op.last_error?.message}
      actions={
        onCountAgain && (
          <>
            <p className="min-w-0 flex-1 basis-48 text-ink-soft">
              Not sure? The figure that you count now is the answer.
            </p>
            <Button onClick={onCountAgain}>Count again</Button>
          </>
        )
      }
    >
      {op.type === 'execute' && <Differences op={op as Op<'execute'>} />}
      <div className="grid grid-cols-2 gap-3">
        <Version title="Mine" what={mineOf(mine)} who={mine.user_name} at={mine.saved_at / 1_000}>
          {/* A confirmation cannot be kept after other products were added. The person reviews and confirms the transfer again. */}
          {op.type !== 'execute' && (
            <Button wide onClick={() => onChoose(keepMine(op))}>
              {withFigure(keepsMine, mine.payload as Figures)}
            </Button>
          )}
        </Version>
        <Version title="Theirs" what={theirsOf(op, current)} who={current?.modified_by?.name} at={current?.modified}>
          <Button wide data-careful onClick={() => onChoose(theQueue().outbox.keepTheirs(op.seq))}>
            {withFigure(keepTheirs, current ?? {})}
          </Button>
        </Version>
      </div>
      {isLine && !onCountAgain && (
        <p className="text-ink-soft">If you are not sure, count it again first. “Mine” is then the new figure.</p>
      )}
    </Dialog>
  );
}

const currentOf = (op: Op) => (op.last_error?.data as { current?: Current } | null | undefined)?.current;

/** Writes what this person entered last over the colleague's value. */
export const keepMine = (op: Op): Promise<DiscardOutcome> =>
  theQueue().outbox.keepMine(op.seq, currentOf(op)?.version ?? null);

/** The server's current row: a line, or a transfer with its details. */
interface Current extends Partial<Pick<TransferLine, 'quantity' | 'quantity_accepted'>> {
  lots?: string | null | undefined;
  version?: number;
  timestamp?: number;
  source_obj?: { name: string };
  destination_obj?: { name: string };
  modified_by?: { name: string };
  modified?: number;
}

/** Both values of a conflict in words, and who saved the other one. `isGone`: the line was removed on the server. */
export function sidesOf(op: Op): { mine: string; theirs: string; isGone: boolean; who: string | undefined } {
  const current = currentOf(op);
  return { mine: mineOf(op), theirs: theirsOf(op, current), isGone: !current, who: current?.modified_by?.name };
}

const detailsOf = (from = '', to = '', at = 0) => `${from} to ${to}, ${momentText(at)}`;

function mineOf(op: Op): string {
  if (!isKnown(op)) return stepName(op);
  if (op.type === 'execute') {
    const line = inDispute(op as Op<'execute'>);
    if (line) return line.mine;
    const { lines, confirmed } = (op as Op<'execute'>).payload;
    const { source_name, destination_name, timestamp } = confirmed?.header ?? {};
    return `${lines} products${confirmed ? `, ${detailsOf(source_name, destination_name, timestamp)}` : ''}`;
  }
  if (op.type === 'create' || op.type === 'header') {
    const { source_name, destination_name, timestamp } = op.payload as TransferHeader;
    return detailsOf(source_name, destination_name, timestamp);
  }
  return unitsOf(op, op.payload as Partial<TransferLine>);
}

function theirsOf(op: Op, current: Current | undefined): string {
  if (!isKnown(op)) return 'Not there';
  if (op.type === 'execute') return inDispute(op as Op<'execute'>)?.theirs ?? theirsOfTransfer(op);
  if (op.type === 'create' || op.type === 'header')
    return current
      ? detailsOf(current.source_obj?.name, current.destination_obj?.name, current.timestamp)
      : 'Not there';
  return unitsOf(op, current ?? {});
}

/** Both figures of a line. If they are equal, the texts say what else differs. */
export function figuresOf({ case_count, mine, theirs }: DifferingLine): { mine: string; theirs: string } {
  const size = (line: ConfirmedLine | undefined) => (line ? casesText(movedQuantity(line), case_count) : wordsOf(line));
  return size(mine) === size(theirs)
    ? { mine: wordsOf(mine), theirs: wordsOf(theirs) }
    : { mine: size(mine), theirs: size(theirs) };
}

/** "Salticrax Biscuits, 6 cases": the one line of a confirmation that a colleague changed. Null: several lines or other fields changed. */
function inDispute(op: Op<'execute'>): { mine: string; theirs: string } | null {
  const [one, ...others] = linesInDispute(op) ?? [];
  if (!one || others.length > 0) return null;
  const { mine, theirs } = figuresOf(one);
  return { mine: `${one.name}, ${mine}`, theirs };
}

function theirsOfTransfer({ last_error }: Op): string {
  if (wordOf(last_error?.data) === 'already_executed') return syncWords.completedElsewhere;
  const { order, items } = (last_error?.data ?? {}) as { order?: TransferHeader; items?: unknown[] };
  const details = order ? detailsOf(order.source_name, order.destination_name, order.timestamp) : null;
  return items || !details ? ['Other products', ...(details ? [details] : [])].join(', ') : details;
}

type Figures = Pick<Current, 'quantity' | 'quantity_accepted' | 'lots'>;

/** "11 cases" */
function figureOf(op: Op, { quantity, quantity_accepted }: Figures): string {
  if (quantity === undefined) return 'Not there';
  return casesText(quantity_accepted ?? quantity, (op.payload as TransferLine).about.case_count);
}

function unitsOf(op: Op, of: Figures): string {
  const { quantity, lots } = of;
  const units = figureOf(op, of);
  const { case_count } = (op.payload as TransferLine).about;
  return lots && quantity !== undefined ? `${units}, ${lotsWords(lots, case_count)}` : units;
}

/** One version in the conflict dialog: the value, who saved it and when, and the button that chooses it. */
export function Version({
  title,
  what,
  who,
  at,
  children,
}: {
  title: string;
  what: string;
  who?: string | undefined;
  at?: number | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex-1 rounded-card bg-surface-sunken p-4">
        <p className="text-sm font-semibold text-ink-faint">{title}</p>
        <p className="break-words text-lg font-bold">{what}</p>
        <p className="text-sm text-ink-soft">
          {who}
          {at ? `, ${momentText(Math.floor(at))}` : ''}
        </p>
      </div>
      {children}
    </div>
  );
}
