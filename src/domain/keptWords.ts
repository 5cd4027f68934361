/** The texts beside the large number of the outbox. What stands after the number says which kinds of cards it counts. */
import type { Cards } from './outboxWords.ts';
import { plural } from './plural.ts';

const kindsOf = ({ transfer, reversal, stocktake }: Cards): string => {
  if (reversal === 0) return 'transfers and stocktakes';
  if (stocktake === 0) return 'transfers and reversals';
  return transfer === 0 ? 'reversals and stocktakes' : 'transfers, reversals and stocktakes';
};

/** The one kind that there is; null: there are several. */
const onlyKind = (cards: Cards): keyof Cards | null => {
  const kinds = (['transfer', 'reversal', 'stocktake'] as const).filter((kind) => cards[kind] > 0);
  return kinds.length > 1 ? null : (kinds[0] ?? 'transfer');
};

/** The browser promised to keep them. */
function safe(cards: Cards): string {
  switch (onlyKind(cards)) {
    case 'transfer':
      return plural(cards.transfer, 'transfer is safe on this device', 'transfers are safe on this device');
    case 'reversal':
      return plural(cards.reversal, 'reversal is safe on this device', 'reversals are safe on this device');
    case 'stocktake':
      return plural(cards.stocktake, 'stocktake is safe on this device', 'stocktakes are safe on this device');
    default:
      return `${kindsOf(cards)} are safe on this device`;
  }
}

/** The browser may delete them. */
function wait(cards: Cards): string {
  switch (onlyKind(cards)) {
    case 'transfer':
      return plural(cards.transfer, 'transfer waits on this device', 'transfers wait on this device');
    case 'reversal':
      return plural(cards.reversal, 'reversal waits on this device', 'reversals wait on this device');
    case 'stocktake':
      return plural(cards.stocktake, 'stocktake waits on this device', 'stocktakes wait on this device');
    default:
      return `${kindsOf(cards)} wait on this device`;
  }
}

/** All of them wait for the person. */
function needYou(cards: Cards): string {
  switch (onlyKind(cards)) {
    case 'transfer':
      return plural(cards.transfer, 'transfer on this device needs you', 'transfers on this device need you');
    case 'reversal':
      return plural(cards.reversal, 'reversal on this device needs you', 'reversals on this device need you');
    case 'stocktake':
      return plural(cards.stocktake, 'stocktake on this device needs you', 'stocktakes on this device need you');
    default:
      return `${kindsOf(cards)} on this device need you`;
  }
}

export const keptWords = { safe, wait, needYou } as const;
