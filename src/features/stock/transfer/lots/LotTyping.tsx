import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { expiryRead, expiryTyped, isExpiryBegun, type TypedLot } from '#domain/lotTyping.ts';
import { daysLeft, expiryInWords, expiryShown } from '#domain/lotWords.ts';
import { classes } from '#ui/classes.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { withLotName } from './lineLots.ts';
import type { LotFields } from './lotFields.ts';

// In landscape the pad may cover the end of a long card, so a focused field scrolls into view above the pad.
export const lotField =
  'min-h-tap w-full min-w-0 rounded-field border bg-surface lg:scroll-mb-[calc(36vh+3rem)] lg:short:scroll-mb-36';

/** The name of a field stands inside the field. Two rows of names would take the space of the number pad. */
export const lotNamed = 'relative block min-w-0';
export const lotFieldName = 'pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-ink-soft';

interface HelpProps extends Pick<TypingProps, 'lot' | 'known' | 'fields' | 'joins'> {
  id: string;
}

/** The text below the two fields: how to type a day, the day that was understood, or that the text is no day. */
function LotHelp({ id, lot, known, fields, joins = false }: HelpProps) {
  const read = expiryRead(lot.expires);
  const isWrong =
    lot.expires.trim() !== '' && read === null && (isLeftWrong(fields, lot) || !isExpiryBegun(lot.expires));
  const isSame = joins && fields.at === 'code';
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
          ? `${isPast ? 'Expired' : 'Expires'} ${expiryInWords(read)}${isSame ? `. ${SAME_LOT}` : ''}`
          : isSame
            ? SAME_LOT
            : joins && fields.at === null
              ? `Lot ${known?.code ?? ''} again, or another? Press Next.`
              : fields.at === 'expires'
                ? 'Month and year: 0327 is March 2027.'
                : 'Printed on the case. It may be left out.'}
    </p>
  );
}

/** Whether the text is no day and nobody is typing it: it was left so, also before a reload. */
const isLeftWrong = ({ at, isRefused }: LotFields, lot: TypedLot): boolean =>
  expiryTyped(lot.expires) === null && (isRefused || at !== 'expires');

const SAME_LOT = 'Same lot, or type another.';

interface TypingProps {
  fields: LotFields;
  /** The number pad is hidden, so a soft keyboard types the day. */
  hidesPad: boolean;
  lot: TypedLot;
  /** The lot that the fields show before somebody types. Undefined: none. */
  known: TypedLot | undefined;
  /** The goods are of that lot unless a person types another one. */
  joins?: boolean;
  onLot: (lot: TypedLot) => void;
  /** The button that saves the goods without a lot. `isOff`: in a count there is no figure yet. */
  skip?: { isOff: boolean; onSkip: () => void };
  /** Replaces the help below the fields while neither has the focus, with the same height. Null: nothing. */
  rest?: ReactNode;
}

/** The two fields of a lot: its name and its day. */
export function LotTyping({ lot, known, joins, onLot, fields, hidesPad, skip, rest = null }: TypingProps) {
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
  const selecting = useSelecting(fields);
  return (
    <div className="pt-2 max-sm:pt-1">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)_auto] gap-2 @max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <label className={lotNamed}>
          <span className={lotFieldName}>Lot</span>
          <input
            ref={fields.code}
            value={lot.code}
            maxLength={20}
            placeholder={joins ? known?.code : undefined}
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="next"
            aria-describedby={`${id}-help`}
            onFocus={(event) => {
              selecting.onFocus(event.target);
              setAt('code');
            }}
            onClick={selecting.onClick}
            // A held Enter, or one that bounces, must not name a lot that nobody has read.
            onKeyDown={(event) => {
              if (joins && event.key === 'Enter' && (event.repeat || selecting.isNew())) event.preventDefault();
            }}
            onBlur={leave}
            onChange={(event) => {
              selecting.end();
              onLot(withLotName(lot, event.target.value, known));
            }}
            className={classes(lotField, 'border-line-strong/50 pr-3 pl-11 uppercase')}
          />
        </label>
        <label className={lotNamed}>
          <span className={lotFieldName}>Expires</span>
          <input
            ref={fields.expires}
            value={expiryShown(lot.expires, fields.at === 'expires')}
            // The number pad types the day. A soft keyboard would cover the list.
            inputMode={hidesPad ? 'numeric' : 'none'}
            autoComplete="off"
            placeholder="0327"
            enterKeyHint="done"
            aria-invalid={isLeftWrong(fields, lot) ? true : undefined}
            aria-describedby={`${id}-help`}
            onFocus={(event) => {
              selecting.onFocus(event.target);
              setAt('expires');
            }}
            onClick={selecting.onClick}
            onChange={(event) => {
              selecting.end();
              setRefused(false);
              put({ expires: event.target.value });
            }}
            onBlur={() => {
              leave();
              if (day) put({ expires: day });
              else setRefused(day === null);
            }}
            className={classes(
              lotField,
              'figures pl-16 pr-1',
              isLeftWrong(fields, lot) ? 'border-bad text-bad' : 'border-line-strong/50',
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
        {rest !== null && fields.at === null && !isLeftWrong(fields, lot) ? (
          rest
        ) : (
          <LotHelp id={`${id}-help`} {...{ lot, known, fields, joins }} />
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

/** The time in ms after the focus came to a field in which an Enter is the one before it. */
const BOUNCE_MS = 250;

/**
 * Selects the text of a field when the focus comes to it, also by a press, so that the next key replaces it. The day is drawn as digits and the offered lot is
 * there by then. A second press
 * sets the cursor.
 */
function useSelecting({ at, code, expires }: LotFields) {
  const isFresh = useRef(false);
  const since = useRef(0);
  useLayoutEffect(() => {
    if (at !== null && isFresh.current) (at === 'expires' ? expires : code).current?.select();
  }, [at, code, expires]);
  return {
    onFocus(field: HTMLInputElement): void {
      isFresh.current = true;
      since.current = performance.now();
      field.select();
    },
    onClick({ currentTarget }: { currentTarget: HTMLInputElement }): void {
      if (isFresh.current) currentTarget.select();
      isFresh.current = false;
    },
    isNew: (): boolean => performance.now() - since.current < BOUNCE_MS,
    end(): void {
      isFresh.current = false;
    },
  };
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
