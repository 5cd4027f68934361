import { type ReactNode, useState } from 'react';
import { dial } from '#domain/phone.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

/** The card of a list of the own home. */
export const LIST = 'min-h-60 rounded-card border bg-surface shadow-card';

/** The place of a row in the order of the day. */
const Turn = ({ number, isNext }: { number: number; isNext: boolean }) => (
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

const Call = ({ name, phone, isNext }: { name: string; phone: string | null; isNext: boolean }) =>
  phone && (
    <a href={dial(phone)} aria-label={`Call ${name}`} className={buttonClasses(isNext ? 'primary' : 'plain', true)}>
      <Icon name="phone" />
    </a>
  );

interface StopProps {
  /** Its place in the order of the day. */
  number: number;
  isNext?: boolean;
  name: string;
  address: string | null;
  phone: string | null;
  /** What else is known, below the address. */
  facts?: ReactNode;
  /** The amount, if there is one, and what it is. */
  figure?: string | null;
  words: ReactNode;
  /** What a press on the row shows below it. */
  children?: ReactNode;
}

/** A retailer on the way of the day, alike for deliveries and visits: place, name, address, facts, amount, and the call. On a phone the amount is below them. */
export function Stop({ number, isNext = false, name, address, phone, facts, figure, words, children }: StopProps) {
  const [isOpen, setOpen] = useState(false);
  const row = (
    <>
      <Turn number={number} isNext={isNext} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm leading-5">
        <span className="min-w-0 basis-full sm:flex-1">
          <span className="block text-base leading-5 font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="block text-ink-faint">{address}</span>
          {facts && (
            <span className="flex items-center gap-x-1 text-ink-soft">
              <span>{facts}</span>
              {children && <Icon name="down" size={16} className={classes('shrink-0', isOpen && 'rotate-180')} />}
            </span>
          )}
        </span>
        <span className="figures flex flex-wrap gap-x-1.5 text-ink-soft sm:block sm:text-right">
          {figure && <span className="block font-semibold text-ink sm:text-base sm:leading-5">{figure}</span>}
          <span className="block">{words}</span>
        </span>
      </span>
    </>
  );
  return (
    <li className="border-b last:border-b-0">
      <div className="flex min-h-20 items-center gap-3 pr-4 *:first:flex *:first:min-h-20 *:first:min-w-0 *:first:flex-1 *:first:items-center *:first:gap-3 *:first:py-2 *:first:pl-4">
        {children ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="text-left">
            {row}
          </button>
        ) : (
          <div>{row}</div>
        )}
        <Call name={name} phone={phone} isNext={isNext} />
      </div>
      {isOpen && children}
    </li>
  );
}

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
