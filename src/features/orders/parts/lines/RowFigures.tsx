/** The quantity and the price of a cart's line, typed in its row (decision 1500). */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { MAX_QUANTITY, QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { formatMoney, koboOf, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { shortageOf, shortageText } from '#domain/stockLimit.ts';
import { classes } from '#ui/classes.ts';
import { type Counting, useQuantity } from '#ui/fields/useQuantity.ts';
import { sayNeedsConnection, useNoServer } from '#ui/ServerButton.tsx';
import type { LineFigures } from '../../../lines/parts/lineFigures.ts';
import { WRONG_PRICE } from '../../../lines/parts/texts.ts';
import { useLineWrites } from '../../../lines/parts/useLineWrites.tsx';
import { orderTexts } from '../texts.ts';
import type { LineStock } from './hubStock.ts';
import { ceilingOf, ITEM_UPDATED, PRODUCT_UPDATED, priceOf, usualText } from './orderLine.ts';

interface RowProps {
  item: OrderItem;
  /** The retailer's cart uses other words for a change than the screen of the order (A29). */
  cart: boolean;
}

/** What is typed for a line. `seen`: the line as it was when typing began. `sent`: the figure is on its way or stored. */
interface Typed<Value> {
  value: Value;
  seen: OrderItem;
  sent: boolean;
}

/** The typed value of one figure until the line holds it. `write` stores it, and resolves false if it was refused. */
function useTyped<Value>(
  { item, cart }: RowProps,
  changeOf: (value: Value, seen: OrderItem) => Partial<LineFigures> | null,
) {
  // The handlers of one press read what the handler before has set, so the value is not only a state.
  const now = useRef<Typed<Value> | null>(null);
  const [, drawAgain] = useState(0);
  const set = (next: Typed<Value> | null) => {
    now.current = next;
    drawAgain((times) => times + 1);
  };
  const lines = useLineWrites(cart ? PRODUCT_UPDATED : ITEM_UPDATED, () => set(null));
  const typed = (): Typed<Value> | null =>
    now.current?.sent && item.version !== now.current.seen.version ? null : now.current;
  return {
    lines,
    typed,
    type: (value: Value) => {
      const before = typed();
      set({ value, seen: before && !before.sent ? before.seen : item, sent: false });
    },
    back: () => set(null),
    write: async () => {
      const mine = typed();
      if (!mine || mine.sent) return;
      const change = changeOf(mine.value, mine.seen);
      if (change === null) return set(null);
      set({ ...mine, sent: true });
      const stored = await lines.change(mine.seen, { ...mine.seen, ...change });
      if (!stored && now.current?.sent) set({ ...mine, sent: false });
    },
  };
}

/** The same figure of the next line, which Enter leads to. */
function goOn(from: HTMLInputElement, kind: string): void {
  const all = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>(`input[data-figure="${kind}"]`) ?? [])];
  const next = all[all.indexOf(from) + 1];
  if (next) next.focus();
  else from.select();
}

interface FieldProps {
  kind: 'quantity' | 'price';
  label: string;
  text: string;
  /** What is wrong with the text. */
  fault: string | undefined;
  /** A warning or a hint, which forbids nothing. */
  note?: string | undefined;
  busy: boolean;
  isTyped: boolean;
  onType: (text: string) => void;
  /** Takes what is typed. False: it stays to be mended. */
  onEnter: () => boolean;
  onLeave: () => void;
  onBack: () => void;
  onStep?: (by: 1 | -1) => void;
  after?: ReactNode;
}

function RowField(props: FieldProps) {
  const { kind, label, text, fault, note, busy, isTyped, after } = props;
  const id = useId();
  const noServer = useNoServer();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event;
    if (key === 'Enter') {
      event.preventDefault();
      if (noServer) return sayNeedsConnection();
      if (props.onEnter()) goOn(field, kind);
      else field.select();
    } else if (key === 'Escape' && isTyped) {
      event.preventDefault();
      event.stopPropagation();
      props.onBack();
      requestAnimationFrame(() => field.select());
    } else if (props.onStep && !noServer && !busy && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      props.onStep(key === 'ArrowUp' ? 1 : -1);
    }
  };
  const message = fault ?? note;
  return (
    <>
      <span className="flex items-center justify-end gap-1.5">
        <input
          {...noServer}
          data-figure={kind}
          data-typed={isTyped || undefined}
          enterKeyHint="next"
          aria-label={label}
          aria-invalid={fault ? true : undefined}
          aria-busy={busy || undefined}
          aria-describedby={message ? id : undefined}
          inputMode="decimal"
          autoComplete="off"
          readOnly={busy || noServer !== null}
          value={text}
          onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
          onChange={(event) => props.onType(event.target.value)}
          onBlur={() => !noServer && props.onLeave()}
          onKeyDown={onKeyDown}
          className={classes(
            'figures min-h-tap rounded-field border bg-surface px-2 text-right text-ink compact:min-h-8 aria-disabled:bg-surface-sunken',
            kind === 'price' ? 'w-24' : 'w-16',
            fault ? 'border-bad' : 'border-line-strong',
          )}
        />
        {after}
      </span>
      {message && (
        <span
          id={id}
          role={fault ? 'alert' : undefined}
          className={classes(
            // The row gets room for one line below its cells (rows.css), and no column moves while somebody types.
            'absolute right-2 bottom-0 pb-0.5 text-xs leading-4 font-normal whitespace-nowrap',
            fault ? 'text-bad' : 'text-wait',
          )}
        >
          {message}
        </span>
      )}
    </>
  );
}

/** The quantity of a line. `stock`: the hub's name and its units of the product, if they are known. */
export function RowQuantity({ item, cart, stock }: RowProps & { stock: LineStock | undefined }) {
  const { name, case_count } = item.product;
  const [counting, setCounting] = useState<Counting>(item.quantity % case_count === 0 ? 'case' : 'unit');
  const [isLacking, setLacking] = useState(false);
  const { lines, typed, type, back, write } = useTyped<number | null>({ item, cart }, (units, seen) =>
    units === null || units === seen.quantity
      ? null
      : { quantity: units, amount: formatMoney(lineAmount(units, koboOf(priceOf(seen)), case_count)) },
  );
  const mine = typed();
  const quantity = useQuantity({
    value: mine ? mine.value : item.quantity,
    onChange: (units) => {
      type(units);
      setLacking(false);
      lines.retyped('quantity');
    },
    caseCount: case_count,
    min: 1,
    multiple: item.mpu,
    max: ceilingOf(item) ?? MAX_QUANTITY,
    counting,
    pause: QUANTITY_PAUSE_MS,
  });
  // The note stays until the line is read again: a row that got lower at the press of Complete Order would move the button away.
  const short = mine && stock && mine.value !== null ? shortageOf(stock.units, 0, mine.value) : null;
  const other = counting === 'case' ? 'unit' : 'case';
  const word = counting === 'case' ? 'cases' : 'units';
  /** Saves the figure, unless it is missing or refused. */
  const take = (): boolean => {
    const units = typed();
    if (units?.value === null) {
      if (quantity.text.trim() === '') setLacking(true);
      return false;
    }
    void write();
    return true;
  };
  return (
    <>
      <RowField
        kind="quantity"
        label={`Quantity of ${name}`}
        text={quantity.text}
        fault={quantity.error ?? (isLacking ? orderTexts.noQuantity : lines.refused.quantity)}
        note={short && stock ? shortageText({ ...short, hub: stock.hub }, case_count) : undefined}
        busy={lines.busy}
        isTyped={mine !== null && !mine.sent}
        onType={quantity.type}
        onEnter={() => {
          if (quantity.text.trim() !== '') return quantity.enter() && take();
          setLacking(true);
          return false;
        }}
        onLeave={() => {
          quantity.leave();
          take();
        }}
        onBack={() => {
          quantity.put(item.quantity);
          back();
        }}
        onStep={(by) => (by === 1 ? quantity.more() : quantity.less())}
        after={
          case_count === 1 ? (
            <span className="w-10 text-left text-ink-soft">units</span>
          ) : (
            <button
              type="button"
              aria-label={`${word}, count ${name} in ${other}s`}
              title={`Count in ${other}s`}
              onClick={() => setCounting(other)}
              className="min-h-tap w-10 rounded-field text-left text-ink-soft underline underline-offset-4 hover:text-ink compact:min-h-8"
            >
              {word}
            </button>
          )
        }
      />
      {lines.question}
    </>
  );
}

/** "12,500" or "12,500.50". */
const shownPrice = (naira: string): string => showNaira(naira).replace('₦', '');

/** The price per case of a line, for people who may set it. */
export function RowPrice({ item, cart }: RowProps) {
  const { name, case_count } = item.product;
  const { lines, typed, type, back, write } = useTyped<string>({ item, cart }, (text, seen) => {
    const kobo = parseMoney(text);
    if (kobo === null || kobo < 0 || kobo === koboOf(priceOf(seen))) return null;
    return { rate: formatMoney(kobo), amount: formatMoney(lineAmount(seen.quantity, kobo, case_count)) };
  });
  const [isWrong, setWrong] = useState(false);
  const mine = typed();
  const text = mine ? mine.value : shownPrice(priceOf(item));
  const take = (): boolean => {
    const kobo = parseMoney(typed()?.value ?? priceOf(item));
    const wrong = kobo === null || kobo < 0;
    setWrong(wrong);
    if (!wrong) void write();
    return !wrong;
  };
  return (
    <>
      <RowField
        kind="price"
        label={`Price of ${name} a case (NGN)`}
        text={text}
        fault={isWrong ? WRONG_PRICE : lines.refused.rate}
        note={mine ? usualText(item, mine.value) : undefined}
        busy={lines.busy}
        isTyped={mine !== null && !mine.sent}
        onType={(next) => {
          type(next.replaceAll(',', ''));
          setWrong(false);
          lines.retyped('rate');
        }}
        onEnter={take}
        onLeave={() => void take()}
        onBack={() => {
          back();
          setWrong(false);
          lines.retyped('rate');
        }}
      />
      {lines.question}
    </>
  );
}
