import { dial } from '#domain/phone.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

/** The card of a list of the own home. */
export const LIST = 'min-h-60 rounded-card border bg-surface shadow-card';

/** The place of a row in the order of the day. */
export const Turn = ({ number, isNext }: { number: number; isNext: boolean }) => (
  <span
    aria-hidden="true"
    className={classes(
      'figures grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
      isNext ? 'bg-accent text-accent-ink' : 'bg-page text-ink-soft',
    )}
  >
    {number}
  </span>
);

export const Call = ({ name, phone, isNext }: { name: string; phone: string | null; isNext: boolean }) =>
  phone && (
    <a href={dial(phone)} aria-label={`Call ${name}`} className={buttonClasses(isNext ? 'primary' : 'plain', true)}>
      <Icon name="phone" />
    </a>
  );

/** Grey rows until the answer arrives. */
export const PlacesOfRows = () => (
  <div role="status" aria-label="Loading">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex h-20 items-center gap-3 border-b px-4">
        <span className="skeleton size-8 rounded-full" />
        <span className="skeleton h-4 flex-1" />
        <span className="skeleton h-4 w-20" />
      </div>
    ))}
  </div>
);
