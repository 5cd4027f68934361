import { useRef, useState } from 'react';
import type { Call } from '#contract/call.ts';
import { type ChangedField, ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import type { Conflicted, TellConflict } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';

interface Row extends ChangedField {
  version: number;
}

interface Props<R extends Row> {
  /** The call that saves the figure. Without its permission there is no edit button. */
  call: Pick<Call, 'allow'>;
  label: string;
  row: R;
  /** The figure of a row as naira text. */
  of: (row: R) => string;
  /** Saves a new figure with the version that the person saw. Resolves with true when it is saved. */
  onSave: (value: string, version: number, onConflict: TellConflict) => Promise<boolean>;
  busy: boolean;
  /** The server's error for the typed figure. */
  refused: string | undefined;
  onRetyped: () => void;
  /** Whether zero is invalid (subtotal edit). */
  notZero?: boolean;
}

/**
 * A figure that a double-click or an edit button opens for editing (ORD-35). Save is disabled while the text is empty, not a number or unchanged. If
 * somebody else changed the figure meanwhile, a conflict dialog opens (B12.6).
 */
export function Figure<R extends Row>({
  call,
  label,
  row,
  of,
  onSave,
  busy,
  refused,
  onRetyped,
  notZero = false,
}: Props<R>) {
  const mayEdit = useMayAsk(call);
  // Holds the row that the person saw when the editing began.
  const [typing, setTyping] = useState<{ text: string; seen: R } | null>(null);
  const [conflict, setConflict] = useState<Conflicted<R> | null>(null);
  // Counts the edits, so that a late response is ignored after its edit ended.
  const turn = useRef(0);
  // Editing cannot begin while the row is being written or reloaded.
  const begin = () => !busy && setTyping({ text: of(row), seen: row });
  const end = () => {
    turn.current += 1;
    setConflict(null);
    onRetyped();
    setTyping(null);
  };
  if (typing === null || !mayEdit) {
    return (
      <span className="inline-flex items-center gap-1">
        <strong className="figures" onDoubleClick={mayEdit ? begin : undefined}>
          {showNaira(of(row))}
        </strong>
        {mayEdit && (
          <IconButton icon="edit" label={`Edit ${label}`} aria-disabled={busy || undefined} onClick={begin} />
        )}
      </span>
    );
  }
  const { text, seen } = typing;
  const kobo = parseMoney(text);
  const isBelow = kobo !== null && kobo < 0;
  const valid = kobo !== null && !isBelow && kobo !== parseMoney(of(seen)) && !(notZero && kobo === 0);
  const save = async (version: number) => {
    const asked = turn.current;
    const isMine = () => turn.current === asked;
    const tell: TellConflict = (found) => (isMine() ? setConflict(found) : toast('bad', found.message));
    if (valid && (await onSave(text.trim(), version, tell)) && isMine()) end();
  };
  return (
    <>
      <Form
        className="flex flex-wrap items-end justify-end gap-2 text-left"
        onSubmit={() => {
          // The row may be newer now because of another figure or line. If this figure is unchanged, the newer version is sent.
          void save(of(row) === of(seen) ? row.version : seen.version);
        }}
      >
        <TextField
          label={label}
          inputMode="decimal"
          prefix="NGN"
          value={text}
          error={refused ?? (isBelow ? `${label} must not be less than 0` : undefined)}
          onChange={(next) => {
            onRetyped();
            setTyping({ text: next, seen });
          }}
        />
        <Button type="submit" look="primary" busy={busy} disabled={!valid}>
          Save
        </Button>
        <Button onClick={end}>Cancel</Button>
      </Form>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(
            (value) => [[label, showNaira(value)]],
            kobo === null ? text : formatMoney(kobo),
            of(seen),
            of(conflict.current),
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void save(conflict.current.version);
          }}
          onTheirs={end}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}
