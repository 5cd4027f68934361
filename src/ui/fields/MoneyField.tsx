import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { withThousands } from '#domain/number.ts';
import { TextField } from './Field.tsx';
import { selectsWhole } from './focus.ts';

/** `first`: the field gets the first focus of its dialog. `prefix`: stands before the amount, "₦" where nothing is given, none where it is ''. */
type Props = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'onFocus' | 'onMouseDown'> & { first?: boolean };

/** "12,500.50" of the text of a number; another text stays as it is. */
function withSeparators(typed: string): string {
  const [, whole, part = ''] = /^(\d+)(\.\d*)?$/.exec(typed) ?? [];
  return whole === undefined ? typed : withThousands(whole) + part;
}

/**
 * An amount in naira. The first press selects the amount, so that typing replaces it. The amount has commas between the thousands while nobody types in
 * the field; `value` and `onChange` have the text without commas.
 */
export function MoneyField({ first = false, prefix = '₦', value, onBlur, ...field }: Props) {
  const [isTyped, setTyped] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A dialog that opens focuses its field inside an effect, where the text without commas comes after the focus and takes the selection away.
  useLayoutEffect(() => {
    if (isTyped && document.activeElement === input.current) input.current?.select();
  }, [isTyped]);
  return (
    <TextField
      {...field}
      {...selectsWhole}
      value={isTyped ? value : withSeparators(value)}
      onFocus={(event) => {
        input.current = event.currentTarget;
        flushSync(() => setTyped(true));
        // The text without commas took the selection away, and with it that a key replaces the amount.
        selectsWhole.onFocus(event);
      }}
      onBlur={() => {
        setTyped(false);
        onBlur?.();
      }}
      prefix={prefix}
      inputMode="decimal"
      data-first={first || undefined}
    />
  );
}
