import { type ReactNode, useEffect, useId } from 'react';
import { LOT_WHY_LABEL, type LotWhy, lotsIn } from '#domain/lots.ts';
import {
  chosenOut,
  expiryRead,
  expiryTyped,
  firstOut,
  isExpiryBegun,
  NO_LOT,
  type StockLot,
  type TypedLot,
} from '#domain/lotTyping.ts';
import { daysLeft, expiryInWords, expiryShown, lotName, lotsShort } from '#domain/lotWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import type { Entry } from '../desk/entry/useEntry.ts';
import { onlyLot } from './lineLots.ts';
import { hasLotPart, isManyLots, type LotFields } from './lotFields.ts';

interface Props {
  entry: Entry;
  fields: LotFields;
  /** The number pad is hidden, so a soft keyboard types the day. */
  hidesPad: boolean;
  /** Saves the figure without a lot. */
  onSkip: () => void;
}

// In landscape the pad may cover the end of a long card, so a focused field scrolls into view above the pad.
const field =
  'min-h-tap w-full min-w-0 rounded-field border bg-surface pr-3 lg:scroll-mb-[calc(36vh+3rem)] lg:short:scroll-mb-36';

/** The name of a field stands inside the field. Two rows of names would take the space of the number pad. */
const named = 'relative block min-w-0';
const name = 'pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-ink-soft';

/** The lot of the chosen goods if they are tracked by lot. It is typed for goods that come in, and chosen for goods that leave a warehouse. */
export function LotPart(props: Props) {
  const { entry } = props;
  if (!hasLotPart(entry)) return null;
  if (entry.pick?.lots) return <Choice entry={entry} held={entry.pick.lots} />;
  if (isManyLots(entry))
    return <p className="pt-2 text-sm text-ink-soft">{lotsShort(entry.line?.lots ?? '', entry.caseCount)}</p>;
  const { setLot, quantity, line, lot } = entry;
  return (
    <LotTyping
      {...props}
      lot={lot ?? onlyLot(line) ?? NO_LOT}
      onLot={setLot}
      skip={{ isOff: quantity === null, onSkip: props.onSkip }}
    />
  );
}

/** The text below the two fields: how to type a day, the day that was understood, or that the text is no day. */
function LotHelp({ id, lot, fields }: { id: string; lot: TypedLot; fields: LotFields }) {
  const read = expiryRead(lot.expires);
  const isWrong = lot.expires.trim() !== '' && read === null && (fields.isRefused || !isExpiryBegun(lot.expires));
  const isPast = read !== null && (daysLeft(read.day, Date.now() / 1_000) ?? 0) < 0;
  return (
    <p
      id={id}
      role={isWrong ? 'alert' : undefined}
      className={classes(
        'min-h-5 min-w-0 flex-1 text-sm leading-tight',
        isWrong ? 'font-medium text-bad' : isPast ? 'font-medium text-wait' : read ? 'font-medium' : 'text-ink-soft',
      )}
    >
      {isWrong
        ? 'No such day. Type 0327 or 010327.'
        : read
          ? `${isPast ? 'Expired' : 'Expires'} ${expiryInWords(read)}`
          : fields.at === 'expires'
            ? 'Month and year: 0327 is March 2027.'
            : 'Printed on the case. It may be left out.'}
    </p>
  );
}

interface TypingProps extends Pick<Props, 'fields' | 'hidesPad'> {
  lot: TypedLot;
  onLot: (lot: TypedLot) => void;
  /** The button that saves the goods without a lot. `isOff`: in a count there is no figure yet. */
  skip?: { isOff: boolean; onSkip: () => void };
  /** Replaces the help below the fields while neither has the focus, with the same height. Null: nothing. */
  rest?: ReactNode;
}

/** The two fields of a lot: its name and its day. */
export function LotTyping({ lot, onLot, fields, hidesPad, skip, rest = null }: TypingProps) {
  const id = useId();
  const day = expiryTyped(lot.expires);
  const { setAt, setRefused } = fields;
  const leave = () => setAt(null);
  // A field that is removed with its product reports no loss of focus.
  useEffect(
    () => () => {
      setAt(null);
      setRefused(false);
    },
    [setAt, setRefused],
  );
  const put = (change: Partial<TypedLot>) => onLot({ ...lot, ...change });
  return (
    <div className="pt-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2 @max-sm:grid-cols-2">
        <label className={named}>
          <span className={name}>Lot</span>
          <input
            ref={fields.code}
            value={lot.code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="next"
            aria-describedby={`${id}-help`}
            onFocus={() => setAt('code')}
            onBlur={leave}
            onChange={(event) => put({ code: event.target.value })}
            className={classes(field, 'border-line-strong/50 pl-11 uppercase')}
          />
        </label>
        <label className={named}>
          <span className={name}>Expires</span>
          <input
            ref={fields.expires}
            value={expiryShown(lot.expires, fields.at === 'expires')}
            // The number pad types the day. A soft keyboard would cover the list.
            inputMode={hidesPad ? 'numeric' : 'none'}
            autoComplete="off"
            placeholder="0327"
            enterKeyHint="done"
            aria-invalid={day === null && fields.isRefused ? true : undefined}
            aria-describedby={`${id}-help`}
            onFocus={() => setAt('expires')}
            onChange={(event) => {
              setRefused(false);
              put({ expires: event.target.value });
            }}
            onBlur={() => {
              leave();
              if (day) put({ expires: day });
              else setRefused(day === null);
            }}
            className={classes(
              field,
              'figures pl-18 @max-sm:pr-1',
              day === null && fields.isRefused ? 'border-bad text-bad' : 'border-line-strong/50',
            )}
          />
        </label>
        {skip && (
          <span className="@max-sm:hidden">
            <NoLot {...skip} />
          </span>
        )}
      </div>
      <div className={classes('flex items-center gap-2 pt-1 @max-sm:pt-0', rest !== null && 'min-h-14')}>
        {rest !== null && fields.at === null && !fields.isRefused ? (
          rest
        ) : (
          <LotHelp id={`${id}-help`} lot={lot} fields={fields} />
        )}
        {skip && (
          <span className="hidden @max-sm:block">
            <NoLot {...skip} />
          </span>
        )}
      </div>
    </div>
  );
}

const NoLot = ({ isOff, onSkip }: NonNullable<TypingProps['skip']>) => (
  <button
    type="button"
    disabled={isOff}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onSkip}
    className="min-h-tap rounded-field px-3 text-sm font-semibold whitespace-nowrap text-accent disabled:text-ink-faint"
  >
    {lineTexts.noLot}
  </button>
);

const keyOf = ([code, expires]: StockLot | readonly [string, string]): string => `${code} ${expires}`;

const showWhole = (field: HTMLElement | null) => field?.scrollIntoView({ block: 'nearest' });

const WHY = 'Why not the lot that expires first?';

/** The choice of a lot. The lot that expires first is preselected. Another choice asks for its optional reason. */
function Choice({ entry, held }: { entry: Entry; held: readonly StockLot[] }) {
  const units = entry.base + (entry.quantity ?? 0);
  const lot = entry.lot ?? chosenOf(entry, held);
  const [first] = held;
  const chosen = lot ? `${lot.code} ${lot.expires}` : first ? keyOf(first) : '';
  const isFirst = !first || chosen === keyOf(first);
  const choose = (key: string) => {
    const next = held.find((one) => keyOf(one) === key);
    if (next) entry.setLot({ code: next[0], expires: next[1] });
  };
  const all = isFirst
    ? firstOut(held, units)
    : chosenOut(held, held.find((one) => keyOf(one) === chosen) ?? ['', '', 0], units, undefined);
  return (
    <div className="grid gap-2 pt-2">
      <label className={named}>
        <span className={name}>Lot</span>
        <select
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          className={classes(field, 'border-line-strong/50 pl-11')}
        >
          {held.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {lotName({ code: one[0], expires: one[1] })} · {casesText(one[2], entry.caseCount)} there
            </option>
          ))}
        </select>
      </label>
      {lotsIn(all).length > 1 && <p className="text-sm text-ink-soft">{lotsShort(all, entry.caseCount)}</p>}
      {!isFirst && lot && (
        <label className="min-w-0">
          <span className="sr-only">{WHY}</span>
          <select
            ref={showWhole}
            value={lot.why ?? ''}
            onChange={({ target }) =>
              entry.setLot({
                code: lot.code,
                expires: lot.expires,
                ...(target.value === '' ? {} : { why: target.value as LotWhy }),
              })
            }
            className={classes(field, 'pl-3', lot.why ? 'border-line-strong/50' : 'border-wait')}
          >
            <option value="">{WHY}</option>
            {(Object.keys(LOT_WHY_LABEL) as LotWhy[]).map((one) => (
              <option key={one} value={one}>
                {LOT_WHY_LABEL[one]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** The lot that the line takes before its turn. Undefined: the line takes what expires first. */
function chosenOf({ line }: Pick<Entry, 'line'>, held: readonly StockLot[]): TypedLot | undefined {
  const lots = lotsIn(line?.lots);
  if (!line?.lots || line.lots === firstOut(held, movedQuantity(line))) return undefined;
  const early = lots.find(({ why }) => why !== undefined) ?? lots[0];
  if (!early || !held.some((one) => keyOf(one) === `${early.code} ${early.expires}`)) return undefined;
  return { code: early.code, expires: early.expires, ...(early.why === undefined ? {} : { why: early.why }) };
}
