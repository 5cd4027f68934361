import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../Icon.tsx';

const TONES = {
  neutral: 'bg-surface-sunken text-ink-soft border-line',
  accent: 'bg-accent-soft text-accent-strong border-accent/20',
  good: 'bg-good-soft text-good border-good/20',
  wait: 'bg-wait-soft text-wait border-wait/25',
  bad: 'bg-bad-soft text-bad border-bad/20',
} as const;
export type Tone = keyof typeof TONES;

/** A short state in colour and words, never by colour alone. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-1 text-[0.8125rem] font-semibold leading-none',
        TONES[tone],
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** The status active or inactive. Only inactive rows have a badge: a mark on every row would mean nothing, and a phone's card has no line for it. */
export function StatusBadge({ status }: { status: string }) {
  return status === 'active' ? <span className="usual text-ink-soft">Active</span> : <Badge>Inactive</Badge>;
}
