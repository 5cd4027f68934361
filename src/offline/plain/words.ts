/** The texts that a person reads about a server that does not recognise repeats. */
import { isOfStocktake } from '#domain/lanePositions.ts';
import { plural } from '#domain/plural.ts';
import type { OpType } from '../outbox/op.ts';

export const plainWords = {
  /** Shown on the outbox while such a server is in use. */
  notice:
    'This server does not recognise a change that comes twice. What got no answer is looked up there before it is sent again.',
  possibleMatches: (n: number) =>
    plural(n, '# transfer on the server looks like this one', '# transfers on the server look like this one'),
  noStatement: 'The server did not say whether it has this change already.',
  noReversals: 'This server cannot reverse a receipt. Create the opposite transfer.',
  noStocktakes: 'This server does not support stocktakes. Nothing was saved.',
};

/** Why such a server cannot process this kind of change; null: it can. */
export const whyNot = (type: OpType): string | null =>
  type === 'reverse' ? plainWords.noReversals : isOfStocktake({ type }) ? plainWords.noStocktakes : null;
