import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { useGo } from '#crud/address.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { clockText } from '../../parts/clockText.ts';
import { refusedTexts } from '../../parts/queue/leftRefusal.ts';
import { completedHereText, useCompletedByOthers } from '../../parts/queue/othersHere.ts';
import { useMyLeft } from '../../parts/queue/useQueue.ts';
import { MOST_CARDS } from '../../parts/ready/expectedList.ts';
import { NEEDS_NETWORK, useMissingLines } from '../../parts/ready/useMissingLines.ts';
import { goodsText, stateOf } from './cardWords.ts';
import type { Expected } from './expected.ts';
import type { ExpectedList } from './useExpected.ts';
import { WORDS } from './words.ts';

const refusedNow: Parameters<typeof useMyLeft<ReadonlyMap<string, string>>>[0] = (ops, past) =>
  refusedTexts(ops, past, Date.now() / 1_000);

const GRID = 'grid auto-rows-[minmax(14.5rem,auto)] gap-4 sm:grid-cols-2 @min-[60rem]:grid-cols-3';

/**
 * The transfers of a kind that are not completed, as links. Transfers that a tablet began are in a group of their own, apart from announced ones.
 * `found`: the transfers that have the scanned product.
 */
export function ExpectedCards({
  kind,
  list,
  found,
}: {
  kind: KindFacts;
  list: ExpectedList;
  found: ReadonlySet<string>;
}) {
  const words = WORDS[kind.kind];
  const now = Date.now() / 1_000;
  const { total, copyAt, failed } = list;
  const { data: hubs } = useQuery(allQuery(seller));
  const { online } = useContact();
  // The lines of transfers that began on this tablet are in the outbox.
  const listed = (list.cards ?? []).filter(({ own }) => !own).map(({ id }) => id);
  const missing = useMissingLines(listed, !online || copyAt !== null);
  const blind = new Set(hubs?.data.filter((hub) => hub.blind_count).map((hub) => hub.name));
  const refused = useMyLeft(refusedNow);
  const completed = useCompletedByOthers();
  const doneOf = ({ id, transfer }: Expected) => completed.get(id) ?? completed.get(transfer);
  const gridOf = (of: readonly Expected[]) => (
    <ul className={GRID}>
      {of.map((one) => (
        <li key={one.id} className="min-w-0">
          <Card
            {...{ kind, one, now }}
            isBlind={blind.has(one.hub)}
            isAway={missing.has(one.id)}
            isFound={found.has(one.id)}
            done={doneText(doneOf(one), now)}
            refused={refused.get(one.id) ?? one.refused}
          />
        </li>
      ))}
    </ul>
  );
  // Begun transfers come before expected ones. Neither heading is drawn until both lists are known.
  if (list.cards === null)
    return (
      <div role="status" aria-label="Loading" className="@container flex flex-col gap-3">
        <span className="skeleton h-7 w-32" />
        <div className={GRID}>
          <span className="skeleton rounded-card" />
          <span className="skeleton rounded-card max-sm:hidden" />
          <span className="skeleton hidden rounded-card @min-[60rem]:block" />
        </div>
      </div>
    );
  const open = list.cards.filter((one) => !doneOf(one));
  const completedHere = list.cards.filter(doneOf);
  const cards = open.filter((one) => !one.begun);
  const isOthers = ({ begun, by, waiting, refused }: Expected) =>
    begun && by !== null && waiting === 0 && refused === '';
  const begun = open.filter((one) => one.begun && !isOthers(one));
  const begunByOthers = open.filter(isOthers);
  const status = (
    <p role="status" className="text-sm font-semibold text-wait">
      {/* The saved list is shown before the server's answer, even if that is only slow. */}
      {copyAt !== null &&
        (online
          ? `List of ${clockText(copyAt / 1_000, now)}`
          : `List of ${clockText(copyAt / 1_000, now)}, the server does not answer`)}
      {failed && 'The server does not answer'}
    </p>
  );
  // The sentence of an empty list is shown if nothing else is listed.
  const isAlone = begun.length + begunByOthers.length + completedHere.length === 0;
  const isAnnounced = cards.length > 0 || isAlone || failed || total > MOST_CARDS;
  const announced = isAnnounced && (
    <section aria-label={words.expected} className="@container flex flex-col gap-3">
      <div className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">{words.expected}</h2>
        {status}
      </div>
      {cards.length > 0
        ? gridOf(cards)
        : (isAlone || failed) && (
            <p className="flex min-h-14 items-center rounded-card border border-dashed border-line-strong/50 px-5 text-ink-soft">
              {failed ? 'The list could not be loaded.' : words.none}
            </p>
          )}
      {total > MOST_CARDS && (
        <Link
          to="/purchase-orders"
          search={{ tag: 'purchase_order' }}
          className="inline-flex min-h-tap items-center gap-1 self-start font-semibold text-accent"
        >
          All {total} <Icon name="next" size={18} />
        </Link>
      )}
    </section>
  );
  const section = (title: string, of: readonly Expected[], end: ReactNode) =>
    of.length > 0 && (
      <section aria-label={title} className="@container flex flex-col gap-3">
        <div className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-base font-semibold">{title}</h2>
          {end}
        </div>
        {gridOf(of)}
      </section>
    );
  // A transfer that a colleague began is the colleague's to complete, so it comes after those that anybody can count.
  return (
    <>
      {section(BEGUN.own, begun, !isAnnounced && status)}
      {announced}
      {section(BEGUN.others, begunByOthers, !isAnnounced && begun.length === 0 && status)}
      {section(BEGUN.completed, completedHere, !isAnnounced && begun.length + begunByOthers.length === 0 && status)}
    </>
  );
}

const BEGUN = { own: 'Started', others: 'Started by others', completed: 'Completed by others, not sent yet' } as const;

const doneText = (one: Parameters<typeof completedHereText>[0] | undefined, now: number): string =>
  one ? completedHereText(one, now) : '';

interface CardProps {
  kind: KindFacts;
  one: Expected;
  now: number;
  /** The hub counts blind, so the card shows the number of lines and no quantity. */
  isBlind: boolean;
  /** The lines are not on this tablet, and the server does not answer. */
  isAway: boolean;
  /** Why the server refused the transfer. '' if it did not. */
  refused: string;
  /** Who else completed it on this tablet, in words. '': nobody. */
  done: string;
  /** The transfer has the scanned product. */
  isFound: boolean;
}

const ACT = 'flex min-h-tap items-center gap-2 rounded-br-card px-5 font-semibold text-accent hover:bg-accent-soft';
const BODY = 'flex min-h-0 flex-1 flex-col rounded-t-card px-5 pt-4 pb-3';

function Card(props: CardProps) {
  const { kind, one, isBlind, isAway, isFound, refused, done } = props;
  const go = useGo();
  const desk = `/inventory/${kind.type}/${kind.direction}` as const;
  // A transfer that somebody only began does not have all its lines yet, so it is continued.
  const isGoneOnWith = (one.begun || refused !== '') && done === '';
  const isStarted = (one.counted > 0 || one.waitingLines > 0) && done === '';
  const hasRight = done === '' && one.lines > 0 && !isGoneOnWith && !isStarted && !isBlind && !isAway;
  // The goods of an announced transfer are counted. A transfer that a tablet began is continued as a list.
  const isCounted = one.lines > 0 && !one.begun;
  const search = { purchase_order_id: one.id, ...(isCounted && { count: 'on' as const }) };
  return (
    <div
      className={classes(
        'flex h-full flex-col rounded-card border bg-surface shadow-card',
        isFound && 'border-accent outline-2 outline-accent',
      )}
    >
      {isAway ? (
        <div className={BODY}>
          <Facts {...props} />
        </div>
      ) : (
        <Link to={desk} search={search} className={classes(BODY, 'transition-colors hover:bg-surface-sunken')}>
          <Facts {...props} />
        </Link>
      )}
      <div
        className={classes(
          'flex items-center justify-end',
          (isAway || isGoneOnWith || isStarted || hasRight) && 'min-h-tap border-t',
        )}
      >
        {isAway && (
          <p className="flex w-full items-center gap-2 px-5 font-semibold text-wait">
            <Icon name="cloudOff" size={18} />
            {NEEDS_NETWORK}
          </p>
        )}
        {(isGoneOnWith || isStarted) && !isAway && (
          <Link to={desk} search={search} aria-label={`Continue: ${one.party}`} className={ACT}>
            Continue
            <Icon name="next" size={18} />
          </Link>
        )}
        {hasRight && (
          <button
            type="button"
            aria-label={`${WORDS[kind.kind].right}: ${one.party}`}
            onClick={() => void go(desk, { search: { purchase_order_id: one.id, complete: 'all' } })}
            className={ACT}
          >
            <Icon name="check" size={18} />
            {WORDS[kind.kind].right}
          </button>
        )}
      </div>
    </div>
  );
}

function Facts({ kind, one, now, isBlind, refused, done }: CardProps) {
  const state = stateOf(kind, one, now, { refused, done });
  return (
    <>
      <span title={one.party} className="line-clamp-2 text-lg font-semibold leading-6 [overflow-wrap:anywhere]">
        {one.party}
      </span>
      <span className={classes('flex items-start gap-1.5 text-sm', state.tone)}>
        <Icon name={state.icon} size={16} className="mt-0.5 shrink-0" />
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          {state.text}, {WORDS[kind.kind].hub} {one.hub}
        </span>
      </span>
      <Goods one={one} />
      <span className="figures mt-auto flex items-end gap-6 pt-3">
        <Figure value={one.lines} word={plural(one.lines, 'line', 'lines')} />
        {!isBlind && (one.cases > 0 || one.units === 0) && (
          <Figure value={one.cases} word={plural(one.cases, 'case', 'cases')} />
        )}
        {!isBlind && one.units > 0 && (
          <Figure
            value={one.units}
            word={
              one.lines > 1 && one.cases > 0
                ? plural(one.units, 'loose unit', 'loose units')
                : plural(one.units, 'unit', 'units')
            }
          />
        )}
        {!isBlind && (
          <span className="ml-auto text-right">
            <span className="block text-lg font-semibold leading-6">{showNaira(one.value)}</span>
            <span className="block text-sm leading-4 text-ink-faint">value</span>
          </span>
        )}
      </span>
    </>
  );
}

/** The goods with the highest value as pictures, and the number of other goods. Their names are for screen readers and for the tooltip. */
function Goods({ one }: { one: Expected }) {
  const more = one.lines - one.names.length;
  return (
    <span title={goodsText(one)} className="mt-2.5 flex items-center gap-2 text-sm text-ink-soft">
      {one.names.map((name) => (
        <Pack key={name} product={{ name }} size={48} />
      ))}
      <span className="sr-only">{goodsText(one)}</span>
      {one.lines === 0 && <span aria-hidden="true">No products yet</span>}
      {more > 0 && <span aria-hidden="true">and {more} more</span>}
    </span>
  );
}

function Figure({ value, word }: { value: number; word: string }) {
  return (
    <span>
      <span className="block text-lg font-semibold leading-6">{showNumber(value)} </span>
      <span className="block text-sm leading-4 text-ink-faint">{word}</span>
    </span>
  );
}
