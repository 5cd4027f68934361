import type { ReactNode } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { countTexts } from '../parts/counts/countTexts.ts';
import { LotList } from '../parts/lines/LotList.tsx';
import { TwoSides } from '../transfer/end/TwoSides.tsx';
import {
  finishedText,
  leftText,
  ownAt,
  ownLots,
  ownText,
  recountsOf,
  uncountedCodes,
  whereWords,
} from './countWords.ts';

interface Props {
  session: CountSession;
  me: string;
  /** The current time, epoch seconds. */
  now: number;
  /** The number of scanned codes that no product has. */
  codes: number;
  /** Opens the counting screen again. */
  onGoOn: () => void;
  /** Shown when somebody closed the stocktake meanwhile. */
  children: ReactNode;
}

/** The end of a person's part: what this person finished, what others still count, and the next step. */
export function CountEnd({ session, me, now, codes, onGoOn, children }: Props) {
  const { people, products, counted, recounts, finishing, warehouse_name, ref, lines, status } = session;
  const own = lines.filter((line) => line.own.length > 0).sort((a, b) => ownAt(b) - ownAt(a));
  const others = people.filter(({ _id }) => _id !== me);
  const left = products - counted - recounts;
  const mayPost = useCan('approve_stocktake');
  const again = recountsOf(session);
  // A person who joined and has not finished may count what is left, and so may a person who comes for the recounts.
  const isWithOthers = again.others > 0 || others.some(({ finished_at }) => finished_at === null);
  const hasMore = again.mine > 0 && status === 'open';
  const rest = leftText(session, isWithOthers);
  const isToPost = status === 'open' && !isWithOthers && again.mine + again.others === 0;
  const ownAgain = own.filter(({ state, needs_another }) => state === 'recount' && needs_another).length;
  return (
    <TwoSides
      kind={{ title: `Stocktake of ${warehouse_name}` }}
      act="Finish my part"
      number={ref}
      title={finishedText(session)}
      became={finishing ? 'waits' : 'done'}
      label="What you counted"
      words={
        <>
          <p className="figures text-ink">
            {plural(own.length, 'You counted # product.', 'You counted # products.')}{' '}
            {ownAgain > 0 &&
              plural(
                ownAgain,
                '# of them is to be counted again by somebody else.',
                '# of them are to be counted again by somebody else.',
              )}
          </p>
          {hasMore && (
            <p className="figures font-semibold text-wait">
              {plural(again.mine, '# product waits for a recount by you.', '# products wait for a recount by you.')}
            </p>
          )}
          {rest !== '' && <p className="figures">{rest}</p>}
          {isToPost && (
            <p>
              {mayPost
                ? 'Next, post it: the stock changes then, and not before.'
                : 'Next, somebody who approves stocktakes posts it. The stock changes then, and not before.'}
            </p>
          )}
          {codes > 0 && <p className="figures font-semibold text-wait">{uncountedCodes(codes)}</p>}
          {finishing && <p>It is sent when there is a connection.</p>}
          {children}
        </>
      }
      next={
        <div className="no-print grid grid-cols-2 gap-2 max-lg:sticky max-lg:bottom-0 max-lg:z-1 max-lg:order-1 max-lg:bg-page max-lg:p-6 max-sm:p-4 lg:mt-auto">
          {isToPost && mayPost && (
            <Link to="/inventory/stocktakes" className={classes(buttonClasses('plain'), 'col-span-2')}>
              Stocktakes
            </Link>
          )}
          <Link to="/" className={classes(buttonClasses(hasMore ? 'plain' : 'primary'), 'col-span-2 h-18')}>
            <Icon name="home" />
            <span className="text-xl">Home</span>
          </Link>
          {status === 'open' && (
            <div className="col-span-2 grid">
              <Button look={hasMore ? 'primary' : 'plain'} icon="count" onClick={onGoOn}>
                {countTexts.goOn}
              </Button>
            </div>
          )}
        </div>
      }
    >
      <dl className="grid grid-cols-2 border-b *:px-6 *:py-4 *:odd:border-r max-sm:*:px-4">
        <Figure n={own.length} words="counted by you" />
        <Figure n={left} words="not counted" />
      </dl>
      {others.length > 0 && (
        <ul aria-label="Who counts" className="divide-y border-b">
          {others.map((one) => (
            <li key={one._id} className="flex items-center gap-4 px-6 py-3 max-sm:px-4">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{one.name}</span>
                <span className="text-sm text-ink-soft">{whereWords(one, { isMe: false, now })}</span>
              </span>
              <span className="figures text-xl font-semibold">
                {one.counted}
                <span className="sr-only"> counted</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Counted by you" className="divide-y">
        {own.map((line) => (
          <li key={line.product_id} className="flex min-h-16 items-center gap-4 px-6 py-2 max-sm:px-4">
            <Pack product={line.product} size={40} />
            <div className="min-w-0 flex-1">
              <span className="line-clamp-2 max-sm:line-clamp-3 font-semibold leading-tight">{line.product.name}</span>
              <LotList lots={ownLots(line)} caseCount={line.product.case_count} />
            </div>
            <span className="figures shrink-0 text-right font-semibold">
              {line.state === 'recount' ? (
                <span className="text-sm text-wait">
                  {line.needs_another ? 'Again by somebody else' : 'To recount'}
                </span>
              ) : (
                (ownText(line) ?? <span className="text-sm text-ink-soft">Counted again by somebody else</span>)
              )}
            </span>
          </li>
        ))}
      </ul>
    </TwoSides>
  );
}

const Figure = ({ n, words }: { n: number; words: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-ink-soft">{words}</dt>
    <dd className="figures text-[1.75rem] font-semibold leading-tight">{n}</dd>
  </div>
);
