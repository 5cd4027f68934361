/** What a person reads of a server that does not recognise repeats. */
import { isOfStocktake } from '#domain/changeParts.ts';
import { plural } from '#domain/plural.ts';
import type { OpType } from '../outbox/op.ts';

export const plainWords = {
  /** On the outbox, as long as such a server is met. */
  notice:
    'This server does not recognise a change that comes twice. What got no answer is looked up there before it is sent again.',
  lookAlikes: (n: number) =>
    plural(n, '# transfer on the server looks like this one', '# transfers on the server look like this one'),
  saidNothing: 'The server did not say whether it has this change already.',
  noReversals: 'This server cannot reverse a receipt. Create the opposite transfer.',
  noStocktakes: 'This server knows no stocktakes. Nothing was saved.',
};

/** Why such a server cannot do this kind of change; null: it can. */
export const whyNot = (type: OpType): string | null =>
  type === 'reverse' ? plainWords.noReversals : isOfStocktake({ type }) ? plainWords.noStocktakes : null;
