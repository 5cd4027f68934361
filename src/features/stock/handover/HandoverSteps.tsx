import { Icon } from '#ui/Icon.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';

/** The three steps of a handover in words of the giver or the taker. `at`: the current step, 0 to 2; 3 after all steps. */
export function HandoverSteps({ of, at }: { of: 'give' | 'take'; at: 0 | 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2">
      {handoverTexts.steps[of].map((words, index) => (
        <li key={words} aria-current={index === at ? 'step' : undefined} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={
              index === at
                ? 'grid size-7 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink'
                : 'grid size-7 place-items-center rounded-full bg-surface-sunken text-sm font-semibold text-ink-soft'
            }
          >
            {index < at ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <span className={index === at ? 'font-semibold' : 'text-ink-soft'}>{words}</span>
        </li>
      ))}
    </ol>
  );
}
