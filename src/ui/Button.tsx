import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink hover:bg-surface-sunken border-line-strong/50',
  quiet: 'bg-transparent text-ink hover:bg-accent-soft border-transparent',
  danger: 'bg-bad-soft text-bad hover:brightness-95 border-bad/30',
  /** The next step will wait on this tablet. */
  primaryWaiting: 'bg-brand-mark text-[color:var(--brand-on-mark)] hover:brightness-95 border-transparent',
  waiting: 'bg-wait-soft text-wait hover:brightness-95 border-wait/40',
} as const;
export type ButtonLook = keyof typeof LOOKS;

/** The classes of a button, for links that look like one. Its height follows the density. */
export function buttonClasses(look: ButtonLook = 'plain', square = false): string {
  return classes(
    'inline-flex min-h-tap items-center justify-center gap-2 rounded-field border text-[0.9375rem] font-semibold leading-tight transition-colors compact:text-sm',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    // Buttons are hidden on paper.
    'print:hidden',
    square ? 'w-tap shrink-0' : 'px-4 compact:px-3.5',
    LOOKS[look],
  );
}

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: ButtonLook;
  icon?: IconName;
  busy?: boolean;
  /** The button lacks something that it needs. It counts as disabled, and a press shows what is missing. */
  waits?: boolean;
  /** The server is away, which the button needs. It counts and looks as disabled, and a press says why. */
  away?: boolean;
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** A button: 48 px for a finger, 36 px for a mouse. `busy` locks it while its action runs (B12.7); the button keeps the focus meanwhile. */
export function Button({
  look = 'plain',
  icon,
  busy = false,
  waits = false,
  away = false,
  wide = false,
  children,
  type = 'button',
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      // Not `disabled`, which would drop the focus. A submit by Enter also triggers the click.
      aria-disabled={busy || waits || away || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(
        buttonClasses(look),
        wide && 'w-full',
        waits && !busy && 'answers',
        (icon === 'print' || icon === 'download') && 'sign',
      )}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  icon: IconName;
  label: string;
  look?: ButtonLook;
}

/** A square button that shows only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, look = 'quiet', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button title={label} {...rest} type={type} aria-label={label} className={buttonClasses(look, true)}>
      <Icon name={icon} />
    </button>
  );
}
