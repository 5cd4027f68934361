import { Fragment } from 'react';
import { type LotPieces, lotPieces } from '#domain/lotLine.ts';

interface Props {
  /** The lots as the line stores them. */
  lots: string;
  caseCount: number;
  /** The units of the line. What no lot names is listed last. Absent: only the lots are listed. */
  moved?: number;
}

const look = 'figures text-sm leading-tight text-ink-soft';

/** The lots of a line, one in each row. A row does not break inside a day or a quantity. */
export function LotList({ lots, caseCount, moved }: Props) {
  const [first, ...more] = lotPieces(lots, caseCount, moved, Date.now() / 1_000);
  if (!first) return null;
  if (more.length === 0)
    return (
      <div className={look}>
        <Lot {...first} />
      </div>
    );
  return (
    <ul className={look}>
      {[first, ...more].map((one) => (
        <li key={`${one.name} ${one.day}`}>
          <Lot {...one} isNamed />
        </li>
      ))}
    </ul>
  );
}

/** The same rows inside a button, which has no lists. */
export const LotBlocks = ({ lots, caseCount }: Pick<Props, 'lots' | 'caseCount'>) =>
  lotPieces(lots, caseCount, undefined, Date.now() / 1_000).map((one, _at, { length }) => (
    <span key={`${one.name} ${one.day}`} className={`block ${look}`}>
      <Lot {...one} isNamed={length > 1} />
    </span>
  ));

/** The same lots in one text, for a place without room for rows. */
export const LotRun = ({ lots, caseCount }: Pick<Props, 'lots' | 'caseCount'>) =>
  lotPieces(lots, caseCount, undefined, Date.now() / 1_000).map((one, place) => (
    <Fragment key={`${one.name} ${one.day}`}>
      {place > 0 && ', '}
      <Lot {...one} />
    </Fragment>
  ));

/** `isNamed`: on a phone a row takes several lines, so its name shows where it begins. */
const Lot = ({ name, day, size, isNamed = false }: LotPieces & { isNamed?: boolean }) => (
  <>
    {isNamed ? <b className="font-medium text-ink">{name}</b> : name}
    {day !== '' && ' · '}
    {day !== '' && <span className="whitespace-nowrap">{`${day}${size === '' ? '' : ':'}`}</span>}
    {size !== '' && (day === '' ? ': ' : ' ')}
    {size !== '' && <span className="whitespace-nowrap">{size}</span>}
  </>
);
