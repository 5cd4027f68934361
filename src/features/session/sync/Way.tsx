import { syncWords } from '#domain/syncWords.ts';
import { classes } from '#ui/classes.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Way } from './transfers.ts';
import { whenText } from './when.ts';

const LOOKS = {
  /** A step that only this tablet knows. */
  here: { dot: 'bg-brand-mark text-[#151c42]', text: 'text-ink', icon: 'check' },
  there: { dot: 'bg-accent text-accent-ink', text: 'text-ink', icon: 'check' },
  moving: { dot: 'bg-accent-soft text-accent-strong', text: 'text-ink', icon: 'sync' },
  refused: { dot: 'bg-bad text-surface', text: 'text-bad font-semibold', icon: 'close' },
  done: { dot: 'bg-good text-surface', text: 'text-good', icon: 'check' },
  open: { dot: 'border-2 border-line-strong/60 bg-surface', text: 'text-ink-faint', icon: null },
} as const satisfies Record<string, { dot: string; text: string; icon: IconName | null }>;

interface Step {
  word: string;
  at: number | null;
  look: keyof typeof LOOKS;
  /** The step was true at that time and may have changed. */
  isAsOf?: true;
}

/** The words for a change that was sent to a server without keys and may have arrived (SYNC rule 85). */
export const NO_ANSWER = 'No answer yet';

const ENDED = { posted: 'Posted', cancelled: 'Cancelled' } as const;

/** The last step of the path. */
function lastStep({ done, isOpen, isCounting, ended, elsewhere, knownAt, notApproved }: Way): Step {
  if (knownAt !== null) return { word: 'To approve', at: knownAt, look: 'open', isAsOf: true };
  if (notApproved !== null)
    return { word: 'Not approved', at: notApproved === 'before' ? null : notApproved, look: 'refused' };
  if (elsewhere !== null) return { word: 'Theirs kept', at: elsewhere, look: 'there' };
  if (ended !== null) return { word: ENDED[ended], at: done, look: ended === 'posted' ? 'done' : 'there' };
  return {
    word: isOpen ? 'Not completed' : isCounting ? 'Counting' : 'Done',
    at: done,
    look: done === null ? 'open' : 'done',
  };
}

const timeOf = ({ at, isAsOf }: Step, now: number) =>
  at === null ? '' : `${isAsOf ? 'as of ' : ''}${whenText(at, now)}`;

function stepsOf(way: Way): Step[] {
  const { saved, sent, refused } = way;
  return [
    { word: 'Saved', at: saved.at, look: saved.here ? 'here' : 'there' },
    typeof sent === 'object'
      ? { word: 'Sent', at: sent.at, look: 'there' }
      : {
          no: { word: 'Sent', at: null, look: 'open' } as const,
          doubt: { word: NO_ANSWER, at: null, look: 'open' } as const,
          sending: { word: 'Sending', at: null, look: 'moving' } as const,
          refused: { word: 'Refused', at: refused, look: 'refused' } as const,
          conflict: { word: 'Conflict', at: refused, look: 'refused' } as const,
        }[sent],
    lastStep(way),
  ];
}

/** The state of a transfer in the documents' words (SYNC section 11). */
export function wordOf({ sent, toApprove, notApproved }: Way): string {
  if (toApprove) return 'Sent, waits for approval';
  if (notApproved !== null) return 'Sent, not approved';
  if (typeof sent === 'object') return 'Sent';
  return {
    no: syncWords.headings.waiting,
    doubt: syncWords.headings.waiting,
    sending: 'Sending',
    refused: syncWords.headings.attention,
    conflict: 'Conflict',
  }[sent];
}

/** The state of a transfer as a path with the steps saved, sent and done. Screen readers read one sentence instead. */
export function WayPath({ way, now }: { way: Way; now: number }) {
  const steps = stepsOf(way);
  const reached = steps.filter((step) => step.at !== null).map((step) => `${step.word} ${timeOf(step, now)}`);
  return (
    <div>
      <p className="sr-only">{[wordOf(way), ...reached].join('. ')}.</p>
      <div aria-hidden="true" className="figures grid grid-cols-[1fr_1.2fr_minmax(33.333%,max-content)]">
        {steps.map((step, index) => {
          const { dot, text, icon } = LOOKS[step.look];
          const next = steps[index + 1];
          return (
            <span key={step.word} className={classes('relative pt-8 pr-2 text-sm leading-5', text)}>
              {next && (
                <span className="absolute inset-x-0 top-[0.6875rem] h-0.5 bg-line-strong/40">
                  <span
                    className={classes(
                      'block h-full origin-left bg-accent transition-transform duration-[240ms]',
                      next.look === 'open' ? 'scale-x-0' : 'scale-x-100',
                    )}
                  />
                </span>
              )}
              <span className={classes('absolute top-0 left-0 grid size-6 place-items-center rounded-full', dot)}>
                {icon && <Icon name={icon} size={14} />}
              </span>
              {/* The last step is as wide as its word and time. A time that does not fit beside its word wraps below, so that two times never touch. */}
              <span className="flex flex-wrap gap-x-1">
                <span className="whitespace-nowrap">{step.word}</span>
                <span className="whitespace-nowrap">{timeOf(step, now)}</span>
              </span>
            </span>
          );
        })}
      </div>
    </div>
  );
}
