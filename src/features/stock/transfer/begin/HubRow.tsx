import { fromInput } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/when.ts';
import { lineTexts, returnDated } from '../../parts/lines/texts.ts';
import type { useTypedHeader } from './details.tsx';

export const WHICH_HUB = 'Which hub are you in?';

/**
 * The hub of the transfer and its date, above the parties, because a press on a party begins the transfer in this hub. `name` null: the hub is asked
 * for. `isShort`: the search of the parties stands beside it.
 */
export function HubRow({
  name,
  side,
  hasParty,
  isShort,
  typed,
  open,
  onOpen,
}: {
  name: string | null;
  side: 'source' | 'destination';
  hasParty: boolean;
  isShort: boolean;
  typed: ReturnType<typeof useTypedHeader>;
  open: boolean;
  onOpen: () => void;
}) {
  return (
    <div
      className={classes(
        '-mt-1 flex min-h-tap items-center gap-x-3 rounded-field bg-surface-sunken py-1 pr-1 pl-3 max-sm:flex-wrap',
        name === null ? 'lg:py-0' : isShort && 'lg:!col-span-1 lg:py-0',
      )}
    >
      <Icon name="warehouse" size={20} className="shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 text-ink-soft">
        {name === null ? (
          <strong className={classes('font-semibold', hasParty ? 'text-wait' : 'text-ink')}>{WHICH_HUB}</strong>
        ) : (
          <>
            {side === 'source' ? 'From' : 'Into'}{' '}
            <strong className="text-lg font-semibold text-ink max-sm:text-base">{name}</strong>
            <Dated typed={typed} />
          </>
        )}
        <WhyTomorrow of={typed} className="block pb-0.5 max-sm:hidden" />
      </p>
      <Button
        look="quiet"
        icon={open ? 'up' : 'down'}
        aria-label="Change: another hub or date"
        aria-expanded={open}
        onClick={onOpen}
      >
        Change
      </Button>
      {/* A phone has no space for the text beside the button. */}
      <WhyTomorrow of={typed} className="basis-full pr-2 pb-1.5 text-ink-soft sm:hidden" />
    </div>
  );
}

/** The date of a return, which is tomorrow. A phone shows the date only. */
function Dated({ typed }: { typed: Pick<ReturnType<typeof useTypedHeader>, 'locked' | 'dated' | 'date'> }) {
  const at = fromInput(typed.date) ?? 0;
  if (!typed.locked) return typed.dated ? `, ${momentText(at)}` : ', now';
  const date = returnDated(at, Date.now() / 1_000);
  return (
    <>
      <span className="max-sm:hidden">{`, now: each return is ${date}`}</span>
      <span className="sm:hidden">{`, ${date}`}</span>
    </>
  );
}

/** Explains the date of a return where the date is shown, and not only in the dialog that confirms the return. */
const WhyTomorrow = ({ of, className }: { of: { locked: boolean }; className: string }) =>
  of.locked && <span className={classes('text-sm leading-tight', className)}>{lineTexts.datedTomorrow}</span>;
