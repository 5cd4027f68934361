import type { ReactNode } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useCountWords } from '../countWords.ts';
import type { DeskState } from '../desk/useDesk.ts';
import { CARD_HEAD, COUNT_HEAD } from './rooms.ts';

interface Props {
  desk: DeskState;
  isCount: boolean;
  /** What is known about the code of the last scan while it belongs to no product. Null: the scan was counted. */
  unknown: string | null;
  /** The figure that is stored with that code, in words. Null: there is none. */
  kept: string | null;
  /** The stock is shown below the name. */
  hasStock: boolean;
  /** One line about the product. */
  about: ReactNode;
}

/** The name of the chosen product, its case and its price. Without a product it says what to do. */
export function ChosenProduct({ desk, hasStock, about, isCount, unknown, kept }: Props) {
  const { entry } = desk;
  const { chosen, name, caseCount, pick, base, total } = entry;
  const { other } = useCountWords();
  // After a refused scan no product is chosen, although lines are uncounted.
  const isOver = isCount && !entry.isUnknown;
  // Goods that the source does not sell may have no price.
  const isPriced = pick !== undefined && Number(pick.rate) > 0;
  return (
    // All products have the same height here, so that the figure below never moves. A longer name is smaller before it is cut.
    <div
      className={classes(
        'flex items-start gap-3 overflow-hidden max-sm:gap-2 max-sm:min-h-12 short:min-h-0',
        isCount ? COUNT_HEAD : CARD_HEAD,
      )}
    >
      {chosen && (
        <span className="shrink-0 max-sm:[zoom:.625] short:hidden">
          <Pack product={pick?.product ?? { name }} size={64} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2
          className={classes(
            'font-semibold leading-tight [overflow-wrap:anywhere] line-clamp-3 short:line-clamp-1 short:text-base',
            name.length > 56
              ? 'text-sm'
              : name.length > 28
                ? 'text-base lg:text-[0.9375rem] lg:leading-[1.15]'
                : 'text-lg max-sm:text-base',
            // The stock below the name must stay readable.
            hasStock && !isCount && 'lg:line-clamp-2',
          )}
          title={name}
        >
          {chosen ? name : unknown ? unknown : isOver ? lineTexts.everythingCounted : 'Choose a product'}
        </h2>
        <p className="mt-0.5 text-sm leading-tight text-ink-soft max-sm:text-[0.8125rem] short:hidden">
          {unknown && kept ? (
            <span role="status" className="figures font-medium text-ink">
              {kept}
            </span>
          ) : unknown ? (
            lineTexts.unknownCode
          ) : chosen === null ? (
            isOver ? (
              <>
                <span className="font-medium text-ink">Press Complete to finish.</span> {other}
              </>
            ) : (
              lineTexts.howToChoose
            )
          ) : chosen.how === 'add' && base > 0 ? (
            <span className="figures font-medium text-ink">
              {casesText(base, caseCount)} already here
              {total !== null && <>, now {casesText(total, caseCount)}</>}
            </span>
          ) : chosen.before > 0 ? (
            <span className="figures font-medium text-ink">
              {casesText(chosen.before, caseCount)} before, now {casesText(total ?? chosen.before, caseCount)}
            </span>
          ) : chosen.how === 'set' && chosen.start !== null && entry.quantity !== chosen.start ? (
            <span className="figures font-medium text-ink">
              {casesText(chosen.start, caseCount)} before
              {entry.quantity !== null && <>, now {casesText(entry.quantity, caseCount)}</>}
            </span>
          ) : (
            <>
              <span className="whitespace-nowrap">
                1 case = {caseCount} units{isPriced && ','}
              </span>
              {isPriced && <span className="whitespace-nowrap"> {showNaira(pick.rate)} a case</span>}
            </>
          )}
        </p>
        {about}
      </div>
      {chosen && chosen.how !== 'count' && (
        <IconButton icon="close" label="Choose another product" onClick={entry.clear} />
      )}
      {/* On a phone the keys cover the list, so this button closes them. */}
      {chosen?.how === 'count' && (
        <span className="hidden sheet:block">
          <IconButton icon="close" label="Back to the list" onClick={desk.leave} />
        </span>
      )}
    </div>
  );
}
