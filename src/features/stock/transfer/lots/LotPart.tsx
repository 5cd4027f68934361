import { LOT_WHY_LABEL, type LotWhy, lotsIn } from '#domain/lots.ts';
import { chosenOut, firstOut, NO_LOT, type StockLot, type TypedLot } from '#domain/lotTyping.ts';
import { lotName } from '#domain/lotWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { LotRun } from '../../parts/lines/LotList.tsx';
import type { Entry } from '../desk/entry/useEntry.ts';
import { LotTyping, lotField, lotFieldName, lotNamed } from './LotTyping.tsx';
import { onlyLot } from './lineLots.ts';
import { hasLotPart, isManyLots, joinsLot, type LotFields } from './lotFields.ts';

interface Props {
  entry: Entry;
  fields: LotFields;
  /** The number pad is hidden, so a soft keyboard types the day. */
  hidesPad: boolean;
  /** Saves the figure without a lot. */
  onSkip: () => void;
}

/** The lot of the chosen goods if they are tracked by lot. It is typed for goods that come in, and chosen for goods that leave a warehouse. */
export function LotPart(props: Props) {
  const { entry } = props;
  if (!hasLotPart(entry)) return null;
  if (entry.pick?.lots) return <Choice entry={entry} held={entry.pick.lots} />;
  if (isManyLots(entry))
    return (
      <p className="pt-2 text-sm text-ink-soft">
        <LotRun lots={entry.line?.lots ?? ''} caseCount={entry.caseCount} />
      </p>
    );
  const { setLot, quantity, line, lot } = entry;
  const joins = joinsLot(entry);
  // A lot that nobody confirmed stands in the field only while it is asked.
  const isNamed = !joins || props.fields.at !== null;
  const known = onlyLot(line);
  return (
    <LotTyping
      {...props}
      lot={lot ?? (isNamed ? known : undefined) ?? NO_LOT}
      known={known}
      joins={joins}
      onLot={setLot}
      skip={{ isOff: quantity === null, onSkip: props.onSkip }}
    />
  );
}

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
      <label className={lotNamed}>
        <span className={lotFieldName}>Lot</span>
        <select
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          className={classes(lotField, 'border-line-strong/50 pr-3 pl-11')}
        >
          {held.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {lotName({ code: one[0], expires: one[1] })} · {casesText(one[2], entry.caseCount)} there
            </option>
          ))}
        </select>
      </label>
      {lotsIn(all).length > 1 && (
        <p className="text-sm text-ink-soft">
          <LotRun lots={all} caseCount={entry.caseCount} />
        </p>
      )}
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
            className={classes(lotField, 'px-3', lot.why ? 'border-line-strong/50' : 'border-wait')}
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
