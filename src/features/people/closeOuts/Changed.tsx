/** The differences between two computations of one day (CLO-04). Each figure has its old and its new value. */
import { useEffect, useRef } from 'react';
import { koboOf, showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { type DaySums, MONEY_WORDS } from './DayFigures.tsx';

const UNIT_WORDS = [
  ['issued', 'issued'],
  ['returned', 'returned'],
  ['sold', 'sold'],
  ['left', 'in hand'],
] as const;
const NO_UNITS = { before: 0, issued: 0, returned: 0, sold: 0, other: 0, left: 0 };

interface Change {
  what: string;
  was: string;
  is: string;
}

function changesOf(was: DaySums, is: DaySums): Change[] {
  const money = MONEY_WORDS.filter(([name]) => koboOf(was.money[name]) !== koboOf(is.money[name])).map(
    ([name, words]) => ({ what: words, was: showNaira(was.money[name]), is: showNaira(is.money[name]) }),
  );
  const lines = new Map([...was.lines, ...is.lines].map((line) => [line.product_id, line]));
  const goods = [...lines.values()].flatMap((line) => {
    const [before = NO_UNITS, after = NO_UNITS] = [was, is].map((one) =>
      one.lines.find(({ product_id }) => product_id === line.product_id),
    );
    return UNIT_WORDS.filter(([name]) => before[name] !== after[name]).map(([name, words]) => ({
      what: `${line.name}, ${words}`,
      was: casesText(before[name], line.case_count),
      is: casesText(after[name], line.case_count),
    }));
  });
  return [...money, ...goods];
}

/** Lists what changed since both persons looked. `onLook` replaces the shown figures, so that both can sign the new ones. */
export function ChangedFigures({ was, is, onLook }: { was: DaySums; is: DaySums; onLook: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // The person signed at the foot of the dialog, so the dialog scrolls up to the changes. The braces keep the promise of newer browsers from becoming the
  // effect's clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place}>
      <Notice tone="wait" icon="alert">
        <p className="font-semibold">The figures changed. Both sign again.</p>
        <ul aria-label="What changed" className="my-2 flex flex-col gap-1">
          {changesOf(was, is).map(({ what, was: old, is: now }) => (
            <li key={what}>{`${what}: ${old} → ${now}`}</li>
          ))}
        </ul>
        <Button onClick={onLook}>Take the new figures</Button>
      </Notice>
    </div>
  );
}
