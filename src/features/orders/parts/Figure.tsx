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
  /** Saves it: who may not ask it has no pen. */
  call: Pick<Call, 'allow'>;
  label: string;
  row: R;
  /** Naira text of the figure in a row. */
  of: (row: R) => string;
  /** Saves a new figure over the version that was seen; resolves true when it is stored. */
  onSave: (value: string, version: number, onConflict: TellConflict) => Promise<boolean>;
  busy: boolean;
  /** What the server said of the figure that was typed. */
  refused: string | undefined;
  onRetyped: () => void;
  /** Zero is no figure (subtotal edit). */
  notZero?: boolean;
}

/**
 * A figure that is edited by double-click, or by its pen for who has no mouse (ORD-35): Save stays off while it is empty, no number or
 * unchanged. What somebody else changed meanwhile is asked about (B12.6).
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
  // The row stays the one that was seen when the pen was pressed.
  const [typing, setTyping] = useState<{ text: string; seen: R } | null>(null);
  const [conflict, setConflict] = useState<Conflicted<R> | null>(null);
  // Which typing it is: a late answer is about the one that it was asked by.
  const turn = useRef(0);
  // Not over a row that is just being written, or read anew after that.
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
          // The order may be a newer one by now, by another figure or a line; this figure is still the one that was seen.
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
