import type { ComponentProps } from 'react';
import { TextField } from './Field.tsx';
import { selectsWhole } from './focus.ts';

/** `first`: the field gets the first focus of its dialog. */
type Props = Omit<ComponentProps<typeof TextField>, 'prefix' | 'inputMode'> & { first?: boolean };

/** An amount in naira. The first press selects the amount, so that typing replaces it. */
export const MoneyField = ({ first = false, ...field }: Props) => (
  <TextField {...field} {...selectsWhole} prefix="NGN" inputMode="decimal" data-first={first || undefined} />
);
