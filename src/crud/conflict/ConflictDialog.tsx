import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { momentText } from '#ui/when.ts';

/** One field that differs, in words for people. `typed` is false when only the other person changed it, so that their value stays either way. */
export interface FieldDifference {
  label: string;
  mine: string;
  theirs: string;
  typed: boolean;
}

/** Who changed a row and when (epoch seconds). Every row has these fields. */
export interface ChangedField {
  modified: number;
  modified_by: { name: string } | null;
}

interface Props {
  /** "Warehouse was changed by Zainab Bello at 21 Nov, 10:00 am." */
  message: string;
  theirs: ChangedField;
  differences: readonly FieldDifference[];
  busy?: boolean;
  /** Writes what was typed here over the other person's values. Fields that only the other person changed keep their new value. */
  onMine: () => void;
  /** Takes the server's values. */
  onTheirs: () => void;
  /** Returns to the form without losing what was typed (B12.6). */
  onClose: () => void;
}

/** The "Resolve conflict" dialog (B11.1, B12.6): both values of each field, who changed them and when. */
export function ConflictDialog({ message, theirs, differences, busy = false, onMine, onTheirs, onClose }: Props) {
  const who = theirs.modified_by?.name ?? 'Somebody else';
  return (
    <Dialog
      open
      onClose={onClose}
      title={syncWords.conflict.title}
      description={message}
      width="wide"
      actions={
        <>
          <Button data-careful onClick={onTheirs} disabled={busy}>
            {syncWords.conflict.keepTheirs}
          </Button>
          {/* Neither is filled: whose value is right is the person's decision. */}
          <ServerButton data-careful busy={busy} onClick={onMine}>
            {syncWords.conflict.keepMine}
          </ServerButton>
        </>
      }
    >
      {differences.length === 0 ? (
        <p>Nothing you typed differs from what was saved.</p>
      ) : (
        <table className="w-full border-collapse text-left" aria-label="Differences">
          <thead>
            <tr className="border-b align-bottom text-sm text-ink-soft">
              <th scope="col" className="py-2 pr-3 font-semibold">
                Field
              </th>
              <th scope="col" className="py-2 pr-3 font-semibold">
                Mine
                <span className="block font-normal text-ink-faint">typed here, not saved</span>
              </th>
              <th scope="col" className="py-2 font-semibold">
                Theirs
                <span className="block font-normal text-ink-faint">
                  {who}, {momentText(theirs.modified)}
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={one.label} className="border-b align-top last:border-b-0">
                <th scope="row" className="py-3 pr-3 font-semibold">
                  {one.label}
                </th>
                <td className="break-words py-3 pr-3">
                  {one.typed ? one.mine || 'empty' : <span className="text-ink-faint">not changed by you</span>}
                </td>
                <td className="break-words py-3">{one.theirs || 'empty'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

/** The row that a 409 `conflict` carries (API.md 1.4), or null for any other refusal. */
export function currentOf<Row>(data: unknown): Row | null {
  return typeof data === 'object' && data !== null && 'current' in data && data.current ? (data.current as Row) : null;
}

/** The sentence of a conflict (API.md 1.4), for changes that the screen notices before the server refuses. */
export function changedText(label: string, row: ChangedField): string {
  return `${label} was changed by ${row.modified_by?.name ?? 'somebody else'} at ${momentText(row.modified)}.`;
}
