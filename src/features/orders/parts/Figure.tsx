import { useRef, useState } from 'react';
import type { Call } from '#contract/call.ts';
import { type ChangedField, ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import type { Conflicted, TellConflict } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Form } from '#ui/fields/Form.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { ServerButton, ServerIcon } from '#ui/ServerButton.tsx';

interface Row extends ChangedField {
  version: number;
}

interface Props<R extends Row> {
  /** The call that saves the figure. People who may not make it get no edit button. */
  call: Pick<Call, 'allow'>;
  label: string;
  row: R;
  /** The figure of a row as naira text. */
  of: (row: R) => string;
  /** Saves a new figure over the version that was seen. Resolves true when it is stored. */
  onSave: (value: string, version: number, onConflict: TellConflict) => Promise<boolean>;
  busy: boolean;
  /** The server's message about the typed figure. */
  refused: string | undefined;
  onRetyped: () => void;
  /** Refuses zero, as the subtotal does. */
  notZero?: boolean;
}

/**
 * A figure that is edited by double-click, or by a button for people without a mouse (ORD-35). Save is disabled while the text is empty, no number or
 * unchanged. A change by another person meanwhile opens the conflict dialog (B12.6).
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
  // The row as it was when editing began.
  const [typing, setTyping] = useState<{ text: string; seen: R } | null>(null);
  const [conflict, setConflict] = useState<Conflicted<R> | null>(null);
  // The number of this edit, so that a late answer does not affect a later edit.
  const turn = useRef(0);
  // Editing cannot begin while the row is being written or read again.
  const begin = () => !busy && setTyping({ text: of(row), seen: row });
  const end = () => {
    turn.current += 1;
    setConflict(null);
    onRetyped();
    setTyping(null);
  };
  if (typing === null || !mayEdit) {
    return (
      // The button stands before the figure, so that figures in a column end at one edge.
      <span className="inline-flex flex-row-reverse items-center gap-1">
        <strong className="figures" onDoubleClick={mayEdit ? begin : undefined}>
          {showNaira(of(row))}
        </strong>
        {mayEdit && (
          <ServerIcon icon="edit" label={`Edit ${label}`} aria-disabled={busy || undefined} onClick={begin} />
        )}
      </span>
    );
  }
  const { text, seen } = typing;
  const kobo = parseMoney(text);
  const isBelow = kobo !== null && kobo < 0;
  const valid = kobo !== null && !isBelow && kobo !== parseMoney(of(seen)) && !(notZero && kobo === 0);
  const save = async (version: number) => {
    const thisTurn = turn.current;
    const isMine = () => turn.current === thisTurn;
    const tell: TellConflict = (found) => (isMine() ? setConflict(found) : toast('bad', found.message));
    if (valid && (await onSave(text.trim(), version, tell)) && isMine()) end();
  };
  return (
    <>
      <Form
        className="flex flex-wrap items-end justify-end gap-2 text-left"
        onSubmit={() => {
          // Another figure or line may have made a newer version of the order. If this figure is unchanged, the newer version is sent.
          void save(of(row) === of(seen) ? row.version : seen.version);
        }}
      >
        <MoneyField
          label={label}
          value={text}
          error={refused ?? (isBelow ? `${label} must not be less than 0` : undefined)}
          onChange={(next) => {
            onRetyped();
            setTyping({ text: next, seen });
          }}
        />
        <ServerButton type="submit" look="primary" busy={busy} disabled={!valid}>
          Save
        </ServerButton>
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
