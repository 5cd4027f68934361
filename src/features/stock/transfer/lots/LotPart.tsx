import { useEffect, useId } from 'react';
import { LOT_WHY_LABEL, type LotWhy, lotsIn } from '#domain/lots.ts';
import { chosenOut, expiryTyped, firstOut, type HeldLot, type TypedLot } from '#domain/lotTyping.ts';
import { expiryWords, lotName, lotsShort } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Entry } from '../desk/useEntry.ts';
import { onlyLot } from './lineLots.ts';
import { hasLotPart, isManyLots, type LotFields } from './lotFields.ts';

interface Props {
  entry: Entry;
  fields: LotFields;
  /** The number pad is away, so a soft keyboard types the day. */
  hidesPad: boolean;
}

// In landscape the pad may lie over the end of a long card: the field that gets the focus comes out from under it.
const field =
  'min-h-tap w-full min-w-0 rounded-field border bg-surface pr-3 lg:scroll-mb-[calc(36vh+3rem)] lg:short:scroll-mb-36';

/** The name of a field stands in it, because two rows of names would take the room of the number pad. */
const named = 'relative block min-w-0';
const name = 'pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-ink-soft';

/** The lot of the chosen goods, where they are tracked by lot: typed where goods come in, chosen where goods leave a warehouse. */
export function LotPart(props: Props) {
  const { entry } = props;
  if (!hasLotPart(entry)) return null;
  if (entry.pick?.lots) return <Choice entry={entry} held={entry.pick.lots} />;
  if (isManyLots(entry))
    return <p className="pt-2 text-sm text-ink-soft">{lotsShort(entry.line?.lots ?? '', entry.caseCount)}</p>;
  return <Typing {...props} />;
}

function Typing({ entry, fields, hidesPad }: Props) {
  const id = useId();
  const lot: TypedLot = entry.lot ?? onlyLot(entry.line) ?? { code: '', expires: '' };
  const day = expiryTyped(lot.expires);
  const { setAt } = fields;
  const leave = () => setAt(null);
  // A field that goes away with its product says nothing of its focus.
  useEffect(() => () => setAt(null), [setAt]);
  const put = (change: Partial<TypedLot>) => entry.setLot({ ...lot, ...change });
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-1 pt-2">
      <label className={named}>
        <span className={name}>Lot</span>
        <input
          ref={fields.code}
          value={lot.code}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
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
          value={lot.expires}
          // The number pad types the day, so that no soft keyboard lies over the list.
          inputMode={hidesPad ? 'numeric' : 'none'}
          autoComplete="off"
          placeholder="0327"
          enterKeyHint="done"
          aria-invalid={day === null ? true : undefined}
          aria-describedby={`${id}-day`}
          onFocus={() => setAt('expires')}
          onChange={(event) => put({ expires: event.target.value })}
          onBlur={() => {
            leave();
            if (day) put({ expires: day });
          }}
          className={classes(field, 'figures pl-18', day === null ? 'border-bad text-bad' : 'border-line-strong/50')}
        />
      </label>
      <p
        id={`${id}-day`}
        role={day === null ? 'alert' : undefined}
        className={classes('col-span-2 min-h-5 text-sm', day === null ? 'font-medium text-bad' : 'text-ink-soft')}
      >
        {day === null ? 'No such day. Type 0327 or 010327.' : day && `Expires ${expiryWords(day)}`}
      </p>
    </div>
  );
}

const keyOf = ([code, expires]: HeldLot | readonly [string, string]): string => `${code} ${expires}`;

const showWhole = (field: HTMLElement | null) => field?.scrollIntoView({ block: 'nearest' });

const WHY = 'Why not the lot that expires first?';

/** First expired, first out: the choice that is filled in. Another one asks why, and does not demand it. */
function Choice({ entry, held }: { entry: Entry; held: readonly HeldLot[] }) {
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

/** The lot that the line takes before its turn; undefined: it takes what expires first. */
function chosenOf({ line, base }: Entry, held: readonly HeldLot[]): TypedLot | undefined {
  const lots = lotsIn(line?.lots);
  if (!line?.lots || line.lots === firstOut(held, base || (line.quantity_accepted ?? line.quantity))) return undefined;
  const early = lots.find(({ why }) => why !== undefined) ?? lots[0];
  if (!early || !held.some((one) => keyOf(one) === `${early.code} ${early.expires}`)) return undefined;
  return { code: early.code, expires: early.expires, ...(early.why === undefined ? {} : { why: early.why }) };
}
