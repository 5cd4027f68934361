import { useState } from 'react';
import { useCan } from '#crud/useSession.ts';
import { parseMoney, showNaira } from '#domain/money.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

interface Props {
  label: string;
  /** Naira text. */
  value: string;
  /** Saves a new figure; resolves true when it is stored. */
  onSave: (value: string) => Promise<boolean>;
  busy: boolean;
  /** Zero is no figure (subtotal edit). */
  notZero?: boolean;
}

/**
 * A figure that is edited by double-click, or by its pen for who has no mouse (ORD-35): Save stays off while it is empty, no number or
 * unchanged. Only with update_order.
 */
export function Figure({ label, value, onSave, busy, notZero = false }: Props) {
  const mayEdit = useCan('update_order');
  const [text, setText] = useState<string | null>(null);
  if (text === null || !mayEdit) {
    return (
      <span className="inline-flex items-center gap-1">
        <strong className="figures" onDoubleClick={mayEdit ? () => setText(value) : undefined}>
          {showNaira(value)}
        </strong>
        {mayEdit && <IconButton icon="edit" label={`Edit ${label}`} onClick={() => setText(value)} />}
      </span>
    );
  }
  const kobo = parseMoney(text);
  const valid = kobo !== null && kobo !== parseMoney(value) && !(notZero && kobo === 0);
  const save = async () => {
    if (valid && (await onSave(text.trim()))) setText(null);
  };
  return (
    <form
      className="flex flex-wrap items-end justify-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label={label} inputMode="decimal" prefix="NGN" value={text} onChange={setText} />
      <Button type="submit" look="primary" busy={busy} disabled={!valid}>
        Save
      </Button>
      <Button onClick={() => setText(null)}>Cancel</Button>
    </form>
  );
}
