import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { useTellReset } from '#ui/fields/Form.tsx';
import { useQuantity } from '#ui/fields/useQuantity.ts';
import type { Shortages } from '../useShortages.ts';
import { Pad } from './Pad.tsx';
import type { Desk } from './useDesk.ts';

interface Props {
  desk: Desk;
  /** The search, where letters go. */
  search: RefObject<HTMLInputElement | null>;
  isCount: boolean;
  shortages: Shortages;
  /** The stock of the chosen product, in words; null: it is not in our books. */
  stock: string | null;
  /** "line 6 of 10" in a count. */
  place: string | null;
  /** The camera needs the room of the number pad. */
  hidesPad: boolean;
}

/** The chosen product, its figure, and the number pad. */
export function Dock(props: Props) {
  const { entry } = props.desk;
  return (
    // On a phone the keys are a sheet over the foot while a product is chosen.
    <div
      className={classes(
        'flex min-h-0 flex-col gap-3',
        !props.hidesPad && 'lg:flex-1',
        'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:rounded-t-card max-sm:border-t max-sm:bg-page max-sm:p-3 max-sm:shadow-pop',
        entry.chosen === null && 'max-sm:hidden',
      )}
    >
      {/* A new choice begins a new field. */}
      <Figure key={entry.chosen?.round ?? 0} {...props} />
    </div>
  );
}

function Figure({ desk, search, isCount, shortages, stock, place, hidesPad }: Props) {
  const { entry } = desk;
  const { chosen, caseCount, shownIn } = entry;
  const field = useRef<HTMLInputElement>(null);
  /** Whether the next digit replaces the figure. */
  const fresh = useRef(true);
  const least = chosen?.how === 'add' || chosen === null ? 1 : 0;
  const quantity = useQuantity({
    value: entry.quantity,
    onChange: entry.setQuantity,
    caseCount,
    min: least,
    multiple: 1,
    max: 1_000_000,
    counting: shownIn,
    pause: QUANTITY_PAUSE_MS,
  });
  const shortage = entry.chosen
    ? shortages.of(entry.chosen.productId, entry.quantity === null ? null : entry.chosen.base + entry.quantity)
    : null;
  const warning = shortage ? shortageText(shortage, caseCount) : undefined;
  // The chosen product takes the focus, so that digits go to its figure.
  const isChosen = chosen !== null;
  useLayoutEffect(() => {
    if (!isChosen) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [isChosen]);
  const digit = (one: string) => {
    if (!isChosen) {
      search.current?.focus();
      return;
    }
    field.current?.focus({ preventScroll: true });
    quantity.type(fresh.current ? one : quantity.text + one);
    fresh.current = false;
  };
  const step = (work: () => void) => () => {
    fresh.current = true;
    work();
  };
  return (
    <>
      <div className="rounded-card border bg-surface px-4 pt-3 pb-2 shadow-card max-sm:px-3">
        <ChosenProduct desk={desk} stock={stock} place={place} />
        {isCount && chosen?.how === 'count' ? (
          <CountBoxes desk={desk}>
            <QuantityField {...{ desk, field, fresh, quantity, search, step, isCount }} />
          </CountBoxes>
        ) : (
          <div className="mt-3 flex gap-3">
            <QuantityField {...{ desk, field, fresh, quantity, search, step, isCount }} />
            <CasesOrUnits desk={desk} />
          </div>
        )}
        <FigureNote
          error={quantity.error}
          warning={warning}
          onTake={
            shortage && shortage.there > 0
              ? () => {
                  fresh.current = true;
                  entry.setQuantity(Math.max(0, shortage.there - (chosen?.base ?? 0)));
                }
              : null
          }
          takeWords={shortage ? casesText(shortage.there, caseCount) : ''}
        />
      </div>
      {!hidesPad && (
        <Pad
          onDigit={digit}
          onBackspace={() => {
            field.current?.focus({ preventScroll: true });
            quantity.type(fresh.current ? '' : quantity.text.slice(0, -1));
            fresh.current = false;
          }}
          less={step(quantity.less)}
          more={step(quantity.more)}
          isLeast={quantity.isLeast}
          go={goKey(desk, isCount)}
        />
      )}
    </>
  );
}

/** The large key: what Enter does now. */
function goKey({ entry, busy }: Desk, isCount: boolean) {
  const { chosen, quantity } = entry;
  if (isCount && chosen?.how === 'count')
    return quantity === null
      ? ({
          name: 'Add Product: All there',
          words: 'All there',
          icon: 'check',
          busy,
          disabled: false,
          isQuiet: false,
        } as const)
      : ({ name: 'Add Product: Next', words: 'Next', icon: 'down', busy, disabled: false, isQuiet: false } as const);
  const isIdle = chosen === null || quantity === null || (quantity === 0 && chosen.how === 'add');
  const words = chosen?.how === 'set' ? (quantity === 0 ? 'Remove' : 'Save') : 'Add';
  return {
    name: words === 'Add' ? 'Add Product' : `Add Product: ${words}`,
    words,
    icon: words === 'Add' ? 'plus' : 'check',
    busy,
    disabled: isIdle,
    isQuiet: isIdle,
  } as const;
}

function ChosenProduct({ desk: { entry }, stock, place }: Pick<Props, 'desk' | 'stock' | 'place'>) {
  const { chosen, name, caseCount, pick } = entry;
  const size = `1 case = ${caseCount} units`;
  return (
    <div className="flex min-h-16 items-start gap-3">
      {chosen && <Pack product={pick?.product ?? { name }} size={64} />}
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-semibold leading-tight [overflow-wrap:anywhere]">
          {chosen ? name : 'Choose a product first.'}
        </h2>
        <p className="mt-0.5 text-sm text-ink-soft">
          {chosen === null
            ? 'Scan it, tap it, or type its name.'
            : pick
              ? `${size}, ${showNaira(pick.rate)} a case`
              : size}
        </p>
        {(stock ?? place) && <p className="text-sm text-ink-soft">{stock ?? place}</p>}
      </div>
      {chosen && chosen.how !== 'count' && (
        <IconButton icon="close" label="Choose another product" onClick={entry.clear} />
      )}
    </div>
  );
}

type QuantityOf = ReturnType<typeof useQuantity>;

function QuantityField({
  desk,
  field,
  fresh,
  quantity,
  search,
  step,
  isCount,
}: {
  desk: Desk;
  field: RefObject<HTMLInputElement | null>;
  fresh: RefObject<boolean>;
  quantity: QuantityOf;
  search: RefObject<HTMLInputElement | null>;
  step: (work: () => void) => () => void;
  isCount: boolean;
}) {
  const id = useId();
  const { entry } = desk;
  const tellReset = useTellReset();
  useEffect(() => {
    if (quantity.error) tellReset();
  }, [quantity.error, tellReset]);
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const isUp = key === 'ArrowUp' || (key === '+' && fresh.current);
    if (isUp || key === 'ArrowDown' || (key === '-' && fresh.current)) {
      event.preventDefault();
      step(isUp ? quantity.more : quantity.less)();
    } else if (key === 'Enter') {
      if (!quantity.enter()) event.preventDefault();
    } else if (key === 'Escape' && entry.chosen) {
      event.preventDefault();
      entry.clear();
      search.current?.focus();
    } else if (fresh.current && (key === '/' || /^\p{L}$/u.test(key))) {
      // A letter is the beginning of another product's name. The slash is the way to the search.
      if (key === '/') event.preventDefault();
      search.current?.focus();
    }
  };
  return (
    <div className={classes('relative min-w-0', !isCount && 'flex-1')}>
      <input
        ref={field}
        id={id}
        aria-label="Quantity"
        inputMode="none"
        autoComplete="off"
        value={quantity.text}
        aria-invalid={quantity.error ? true : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          fresh.current = false;
          quantity.type(event.target.value);
        }}
        onBlur={quantity.leave}
        onKeyDown={onKeyDown}
        className={classes(
          'figures block w-full rounded-field border-2 bg-surface font-semibold',
          isCount ? 'h-full px-2 pt-1 pb-6 text-2xl leading-tight' : 'h-16 pr-24 pl-3 text-4xl max-sm:text-3xl',
          quantity.error ? 'border-bad' : entry.chosen ? 'border-accent' : 'border-line-strong/50',
        )}
      />
      <label
        htmlFor={id}
        className={classes(
          'figures pointer-events-none absolute text-sm text-ink-soft',
          isCount ? 'bottom-1.5 left-2.5 leading-tight' : 'inset-y-0 right-3 flex flex-col justify-center text-right',
        )}
      >
        {isCount ? 'Came' : entry.shownIn === 'case' ? 'cases' : 'units'}
        {!isCount && (
          <span className="text-ink-faint">
            {entry.shownIn === 'case'
              ? `${entry.quantity ?? 0} units`
              : casesText(entry.quantity ?? 0, entry.caseCount)}
          </span>
        )}
      </label>
    </div>
  );
}

function CasesOrUnits({ desk: { entry } }: Pick<Props, 'desk'>) {
  return (
    <fieldset className="flex shrink-0 rounded-field bg-surface-sunken p-1">
      <legend className="sr-only">Count quantity in</legend>
      {(['case', 'unit'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={entry.shownIn === one}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => entry.setShownIn(one)}
          className={classes(
            'min-h-tap min-w-14 rounded-field border px-2.5 font-semibold',
            entry.shownIn === one ? 'border-line bg-surface shadow-card' : 'border-transparent text-ink-soft',
          )}
        >
          {one === 'case' ? 'Cases' : 'Units'}
        </button>
      ))}
    </fieldset>
  );
}

/** In a count: what was expected, what came, and the difference with its reason. The reason is asked for, never demanded. */
function CountBoxes({ desk, children }: { desk: Desk; children: React.ReactNode }) {
  const { entry } = desk;
  const { line, caseCount } = entry;
  const quantity = entry.quantity === null ? null : (entry.chosen?.base ?? 0) + entry.quantity;
  const kind = line ? differenceKind({ quantity: line.quantity, quantity_accepted: quantity }) : null;
  const box = 'figures min-w-0 rounded-field px-2.5 py-1.5 leading-tight';
  const tone =
    kind === 'short'
      ? 'bg-bad-soft text-bad'
      : kind === null
        ? 'bg-surface-sunken text-ink-soft'
        : 'bg-wait-soft text-wait';
  return (
    <>
      <div className="mt-3 grid grid-cols-[1fr_1fr_1fr_auto] items-stretch gap-2">
        <p className={classes(box, 'bg-surface-sunken')}>
          <span className="block text-2xl font-semibold leading-tight">
            {shortCases(line?.quantity ?? 0, caseCount)}
          </span>
          <span className="text-sm text-ink-soft">Expected</span>
        </p>
        {children}
        <p className={classes(box, tone)}>
          <span className="block text-2xl font-semibold leading-tight">
            {quantity === null
              ? '–'
              : kind === null
                ? '0'
                : shortCases(Math.abs(quantity - (line?.quantity ?? 0)), caseCount)}
          </span>
          <span className="text-sm">
            {quantity === null ? 'Not counted' : kind === null ? 'All there' : DIFFERENCE_LABEL[kind]}
          </span>
        </p>
        <CasesOrUnits desk={desk} />
      </div>
      <div className="mt-2 flex h-12 items-center">
        <fieldset aria-label="Reason" className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
          {kind === null
            ? null
            : REASONS.filter((one) => (kind === 'short' ? one !== 'excess' : one !== 'short')).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={(entry.reason ?? line?.reason ?? (kind === 'short' ? 'short' : 'excess')) === one}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => entry.setReason(one)}
                  className="min-h-tap shrink-0 rounded-field border border-line-strong/50 bg-surface px-3 text-sm aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
                >
                  {REASON_LABEL[one]}
                </button>
              ))}
        </fieldset>
      </div>
    </>
  );
}

/** "4", or "4 + 6 units" where single units are left over. */
export function shortCases(units: number, caseCount: number): string {
  const cases = Math.floor(units / caseCount);
  const rest = units % caseCount;
  return rest === 0 ? cases.toLocaleString('en-NG') : `${cases.toLocaleString('en-NG')} + ${rest}u`;
}

function FigureNote({
  error,
  warning,
  onTake,
  takeWords,
}: {
  error: string | null;
  warning: string | undefined;
  onTake: (() => void) | null;
  takeWords: string;
}) {
  const said = error ?? warning;
  if (!said) return <p className="h-5" />;
  return (
    <div className="flex min-h-5 items-center gap-3 pt-1">
      <p role="alert" className="flex-1 text-sm font-medium text-bad">
        {said}
      </p>
      {!error && onTake && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onTake}
          className="min-h-tap shrink-0 rounded-field border border-bad/40 bg-bad-soft px-4 font-semibold text-bad"
        >
          Take {takeWords}
        </button>
      )}
    </div>
  );
}
