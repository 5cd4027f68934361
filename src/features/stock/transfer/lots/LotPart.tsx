import { type RefObject, useId } from 'react';
import { LOT_WHY_LABEL, type LotWhy, lotsIn } from '#domain/lots.ts';
import { chosenOut, expiryTyped, firstOut, type HeldLot, type TypedLot } from '#domain/lotTyping.ts';
import { expiryWords, lotName, lotsShort } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Entry } from '../desk/useEntry.ts';
import { onlyLot } from './lineLots.ts';

/** The fields of a lot, for the keys of the desk: Enter goes from the figure to the lot, to its day, and then saves. */
export interface LotFields {
  code: RefObject<HTMLInputElement | null>;
  expires: RefObject<HTMLInputElement | null>;
}

interface Props {
  entry: Entry;
  fields: LotFields;
}

const field = 'min-h-tap w-full min-w-0 rounded-field border bg-surface px-3';

/** The lot of the chosen goods, where they are tracked by lot: typed where goods come in, chosen where goods leave a warehouse. */
export function LotPart({ entry, fields }: Props) {
  const { pick, line, chosen } = entry;
  if (!chosen || !(pick?.product.tracks_lots || line?.lots)) return null;
  if (pick?.lots) return <Choice entry={entry} held={pick.lots} />;
  if (chosen.how !== 'add' && lotsIn(line?.lots).length > 1)
    return <p className="pt-2 text-sm text-ink-soft">{lotsShort(line?.lots ?? '', entry.caseCount)}</p>;
  return <Typing entry={entry} fields={fields} />;
}

function Typing({ entry, fields }: Props) {
  const id = useId();
  const lot: TypedLot = entry.lot ?? onlyLot(entry.line) ?? { code: '', expires: '' };
  const day = expiryTyped(lot.expires);
  const put = (change: Partial<TypedLot>) => entry.setLot({ ...lot, ...change });
  return (
    <div className="grid grid-cols-2 gap-2 pt-2">
      <label className="min-w-0">
        <span className="block text-sm text-ink-soft">Lot</span>
        <input
          ref={fields.code}
          value={lot.code}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
          onChange={(event) => put({ code: event.target.value })}
          className={classes(field, 'border-line-strong/50 uppercase')}
        />
      </label>
      <label className="min-w-0">
        <span className="block text-sm text-ink-soft">Expires</span>
        <input
          ref={fields.expires}
          value={lot.expires}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0327"
          enterKeyHint="done"
          aria-invalid={day === null ? true : undefined}
          aria-describedby={`${id}-day`}
          onChange={(event) => put({ expires: event.target.value })}
          onBlur={() => day && put({ expires: day })}
          className={classes(field, 'figures', day === null ? 'border-bad text-bad' : 'border-line-strong/50')}
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
      <label className="min-w-0">
        <span className="block text-sm text-ink-soft">Lot</span>
        <select
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          className={classes(field, 'border-line-strong/50')}
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
          <span className="block text-sm text-ink-soft">Why not the lot that expires first?</span>
          <select
            value={lot.why ?? ''}
            onChange={({ target }) =>
              entry.setLot({
                code: lot.code,
                expires: lot.expires,
                ...(target.value === '' ? {} : { why: target.value as LotWhy }),
              })
            }
            className={classes(field, lot.why ? 'border-line-strong/50' : 'border-wait')}
          >
            <option value="">Choose why</option>
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

/**
 * Where Enter goes from the fields of a lot: true where the focus went on to the next field, so nothing is saved yet. A lot without a name is unknown, and the
 * goods do not wait for it. `isAsked`: the figure was entered, and nothing is known of the lot.
 */
export function goOnToLot({ code, expires }: LotFields, isAsked: boolean): boolean {
  const at = document.activeElement;
  if (at === expires.current && expires.current) {
    if (expiryTyped(expires.current.value) !== null) return false;
    expires.current.select();
    return true;
  }
  if (at === code.current && code.current) {
    if (code.current.value.trim() === '') return false;
    expires.current?.focus({ preventScroll: true });
    return true;
  }
  if (!isAsked || !code.current) return false;
  code.current.focus({ preventScroll: true });
  return true;
}
