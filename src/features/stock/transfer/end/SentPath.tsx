import type { TransferView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { clockText } from '../../parts/clockText.ts';

/** The progress of a confirmed transfer: saved on this tablet, sent, done. Nothing is green before the server has confirmed it. */
export function SentPath({ view }: { view: TransferView }) {
  const saved = view.completing ? clockText(view.completing.saved_at / 1_000, Date.now() / 1_000) : '';
  const sending = view.state === 'executing';
  const steps = [
    { word: `Saved ${saved}`, reached: true },
    { word: sending ? 'Sending' : 'Sent', reached: sending },
    { word: 'Done', reached: false },
  ];
  return (
    <ol aria-label="Way to the server" className="grid w-full grid-cols-[6fr_5fr_3fr] text-sm">
      {steps.map(({ word, reached }, index) => (
        <li
          key={index === 0 ? 'saved' : index === 1 ? 'sent' : 'done'}
          className={classes(
            'relative flex flex-col gap-1.5',
            index < 2 &&
              "before:absolute before:top-2.5 before:right-0 before:left-6 before:h-0.5 before:bg-line-strong/40 before:content-['']",
          )}
        >
          <span
            aria-hidden="true"
            className={classes(
              'grid size-5.5 place-items-center rounded-full border-2',
              reached ? 'border-brand-mark bg-brand-mark text-(--brand-on-mark)' : 'border-line-strong/50 bg-surface',
            )}
          >
            {reached && <Icon name="check" size={14} />}
          </span>
          <span className={reached ? 'font-semibold' : 'text-ink-faint'}>{word}</span>
        </li>
      ))}
    </ol>
  );
}
