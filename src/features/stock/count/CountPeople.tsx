import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { initials } from '#domain/syncWords.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { againText, countedText, whereWords } from './countWords.ts';

type Counter = Stocktake['people'][number];

interface Props {
  people: readonly Counter[];
  me: { user_id: string; name: string };
  /** The place where this person counts. '' if no place was named. */
  place: string;
  /** The current time, epoch seconds. */
  now: number;
  /** Asks where the person counts. Null: nobody counts any more. */
  onPlace: (() => void) | null;
}

/**
 * Lists the people with their place and the number of products that each counted, so that nobody counts an aisle twice. The person at this tablet is
 * first.
 */
export function CountPeople({ people, me, place, now, onPlace }: Props) {
  const nobody: Counter = { _id: me.user_id, name: me.name, place: '', counted: 0, last_at: null, finished_at: null };
  const mine = people.find((one) => one._id === me.user_id) ?? nobody;
  const others = people.filter((one) => one._id !== me.user_id);
  return (
    <ul
      aria-label="Who counts"
      className={classes(
        'flex shrink-0 divide-x overflow-x-auto border-b bg-surface max-lg:order-1 sm:max-lg:[@media(max-height:60rem)]:hidden short:hidden [&>li]:flex [&>li]:min-w-64 [&>li]:flex-1 [&>li]:items-center [&>li]:gap-3 [&>li]:px-6 [&>li]:py-3 max-sm:[&>li]:px-4 max-sm:[&>li]:py-1.5',
        // A phone shows one colleague beside the person. Further colleagues scroll.
        others.length === 0 ? 'max-sm:[&>li]:min-w-full' : 'max-sm:[&>li]:min-w-[48%]',
      )}
    >
      <li>
        <Face name={me.name} isMe />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{me.name}</p>
          {onPlace ? (
            <button
              type="button"
              className="-my-2 flex min-h-tap max-w-full items-center gap-1.5 text-left text-sm font-semibold text-accent"
              onClick={onPlace}
            >
              <Icon name="pin" size={16} />
              <span className="truncate">
                {place === '' ? 'Where are you?' : whereWords({ ...mine, place }, { isMe: true, now })}
              </span>
              <span className="sr-only">, change the place</span>
            </button>
          ) : (
            <p className="truncate text-sm text-ink-soft">{whereWords(mine, { isMe: true, now })}</p>
          )}
        </div>
        <Figure counted={mine.counted} />
      </li>
      {others.map((one) => (
        <li key={one._id}>
          <Face name={one.name} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold" title={one.name}>
              {one.name}
            </p>
            <p className="truncate text-sm text-ink-soft">{whereWords(one, { isMe: false, now })}</p>
          </div>
          <Figure counted={one.counted} />
        </li>
      ))}
    </ul>
  );
}

const Figure = ({ counted }: { counted: number }) => (
  <p className="figures text-[1.75rem] font-semibold leading-none max-sm:text-xl">
    {counted}
    <span className="sr-only"> counted</span>
  </p>
);

/** CSS draws the initials, so that screen readers do not read them as part of the name. */
function Face({ name, isMe = false }: { name: string; isMe?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name).replace(/[. ]/g, '').slice(0, 2)}
      className={classes(
        'grid size-12 shrink-0 place-items-center rounded-full font-semibold before:content-[attr(data-initials)] max-sm:hidden',
        isMe ? 'bg-brand-mark text-(--brand-on-mark)' : 'bg-accent-soft text-accent-strong',
      )}
    />
  );
}

/** The progress in words and as a bar: what this person counted, what others counted, what is to be counted again. */
export function CountProgress({ session, me }: { session: CountSession; me: string }) {
  const { products, counted, recounts, lines } = session;
  const mine = lines.filter((line) => line.state === 'counted' && line.places.some((one) => one.by._id === me)).length;
  const share = (n: number) => `${products === 0 ? 0 : (100 * n) / products}%`;
  return (
    <div className="rounded-card border bg-surface px-4 py-3 shadow-card max-sm:hidden max-lg:[@media(max-height:68rem)]:hidden short:hidden">
      <div className="figures mb-2.5 flex items-baseline justify-between gap-3">
        <p role="status" aria-label="Count" className="font-semibold">
          {countedText(session)}
        </p>
        {recounts > 0 && <p className="text-sm text-ink-soft">{againText(session)}</p>}
      </div>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-line">
        <span className="bg-accent" style={{ width: share(mine) }} />
        <span className="bg-(--plot-3)" style={{ width: share(counted - mine) }} />
        <span className="bg-(--plot-2)" style={{ width: share(recounts) }} />
      </div>
    </div>
  );
}
