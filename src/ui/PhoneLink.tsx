import { dial, shownPhone } from '#domain/phone.ts';
import { classes } from './classes.ts';

interface Props {
  phone: string;
  /** The number is one of several words of a line, so it makes the line no higher. */
  inLine?: boolean;
  /** The number stands beside a name of a list (`.phone-aside`). Keys skip it, because the menu of the row has the same call. */
  isAside?: boolean;
}

/** A phone number that dials (UI-06). */
export function PhoneLink({ phone, inLine = false, isAside = false }: Props) {
  return (
    <a
      className={classes(
        'touch-tap figures text-accent',
        isAside
          ? 'hover:underline'
          : inLine
            ? 'hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-tap pointer-coarse:items-center'
            : 'inline-flex min-h-9 items-center',
      )}
      href={dial(phone)}
      tabIndex={isAside ? -1 : undefined}
    >
      {shownPhone(phone)}
    </a>
  );
}

/** The call in the menu of a row; nothing without a number. */
export function CallItem({ name, phone }: { name: string; phone: string | null | undefined }) {
  return phone ? <a href={dial(phone)}>Call {name}</a> : null;
}
