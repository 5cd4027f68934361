import { type ReactNode, useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Link } from '#crud/Link.tsx';
import { type Kobo, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { type DifferenceGroup, discrepancies, type PriceOf } from '#domain/receiving.ts';
import { comesBack, type KindFacts, movedQuantity } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { clockText } from '../../parts/clockText.ts';
import { expiredLotText } from '../../parts/lines/doubts.ts';
import { backText, isSpoilt, shownReason } from '../../parts/lines/reasons.ts';
import { lineTexts, uncountedText } from '../../parts/lines/texts.ts';
import { PrintButton } from '../../parts/paper/PrintButton.tsx';
import type { Paper } from '../../parts/paper/paper.ts';
import { hubSideOf } from '../begin/remembered.ts';
import { WORDS } from '../begin/words.ts';
import { COUNT_WORDS, differenceLabel } from '../countWords.ts';
import { changedText } from '../newPrice.ts';
import { HandOver } from './HandOver.tsx';
import { MovedLine } from './MovedLine.tsx';
import { differsText, movedOf, useHubStock } from './moved.ts';
import { TwoSides } from './TwoSides.tsx';

interface Props {
  kind: KindFacts;
  view: TransferView;
  priceOf: PriceOf;
  /** The source's current price of a product, if its line has another price. Null otherwise. */
  newPriceOf: (line: LineView) => Kobo | null;
  productOf: (productId: string) => Pickable['product'] | undefined;
  paper: Paper | null;
  /** True: the server has completed the transfer. */
  final: boolean;
  /** Somebody else completed the transfer, and this tablet does not know the completed goods. */
  isUnknown: boolean;
  /** A colleague completed the transfer with figures that differ from those of this tablet. */
  isOther: boolean;
  /** The desk closed by itself. The person may press one of its keys a moment later, so the buttons ignore presses at first. */
  isSudden: boolean;
  /** A typed figure is not in the completed transfer. The person must read that first, so no button has the focus. */
  isTypedLeft: boolean;
  title: string;
  /** The goods were counted until the transfer was completed. After a stopped count, nothing is said about uncounted lines. */
  isCounted: boolean;
  /** Further work: scanned codes without a product. */
  left: ReactNode;
  children: ReactNode;
}

/** The result of a confirmed transfer, with its figures beside it. */
export function Result(props: Props) {
  const { kind, view, paper, final, isUnknown, title, left, children } = props;
  return (
    <TwoSides
      kind={kind}
      // The documents' sentence below names a completed transfer already.
      number={final && view.ref ? null : (view.ref ?? lineTexts.numberFollows)}
      title={title}
      became={view.state === 'elsewhere' || props.isOther ? 'elsewhere' : final ? 'done' : 'waits'}
      words={children}
      next={<NextSteps {...{ kind, view, paper }} isSudden={props.isSudden} isTypedLeft={props.isTypedLeft} />}
      label="What moved"
    >
      {left}
      {isUnknown ? (
        <p className="px-6 py-4 text-ink-soft max-sm:px-4">{lineTexts.elsewhereUnknown}</p>
      ) : (
        <>
          <Figures {...props} />
          {props.isCounted && <Uncounted {...props} />}
          <Stock {...props} />
        </>
      )}
    </TwoSides>
  );
}

/**
 * The time in ms in which a press may still be meant for the screen before. After the desk closed by itself, the buttons ignore presses. After a
 * question, only Enter has no button: one Enter too many would leave this screen unread.
 */
const SUDDEN_MS = 1_000;

/**
 * The next steps. The large button begins the next transfer of the kind and has the focus after a moment, so that Enter begins it. If a pressed button disappears
 * with its notice ("Keep theirs"), the focus moves to the large button.
 */
function NextSteps({
  kind,
  view,
  paper,
  isSudden,
  isTypedLeft,
}: Pick<Props, 'kind' | 'view' | 'paper' | 'isSudden' | 'isTypedLeft'>) {
  const next = useRef<HTMLDivElement>(null);
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), SUDDEN_MS);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other buttons
  useEffect(
    () =>
      afterPaint(() => {
        const { activeElement, body } = document;
        if (isNew || isTypedLeft) return;
        if (activeElement === body || activeElement?.id === 'screen')
          next.current?.querySelector('a')?.focus({ preventScroll: true });
      }),
    [view.state, isNew, isTypedLeft],
  );
  const receipt = (view.state === 'receipt' || view.state === 'elsewhere') && view.order_id;
  return (
    <div
      ref={next}
      inert={isSudden && isNew}
      className="no-print grid grid-cols-2 gap-2 max-lg:sticky max-lg:bottom-0 max-lg:z-1 max-lg:order-1 max-lg:bg-page max-lg:p-6 max-sm:p-4 lg:mt-auto"
    >
      <Link
        to={`/inventory/${kind.type}/${kind.direction}`}
        // If the person has to decide something, the button for that is the filled one.
        className={classes(buttonClasses(view.state === 'elsewhere' ? 'plain' : 'primary'), 'col-span-2 h-18')}
      >
        <span className="text-xl">{WORDS[kind.kind].next}</span>
      </Link>
      {/* The space of the button is reserved while the receipt is read, so that nothing moves under a finger. */}
      <div className="grid">
        <PrintButton paper={paper} />
      </div>
      <Link to="/" className={buttonClasses('plain')}>
        <Icon name="home" />
        Home
      </Link>
      <HandOver kind={kind} view={view} />
      {receipt && (
        <Link to={`/purchase-orders/${receipt}`} className={classes(buttonClasses('quiet'), 'col-span-2')}>
          <span className="text-accent">{lineTexts.viewReceipt}</span>
        </Link>
      )}
    </div>
  );
}

function Figures({
  kind,
  view,
  priceOf,
  final,
  newPriceOf,
}: Pick<Props, 'kind' | 'view' | 'priceOf' | 'final' | 'newPriceOf'>) {
  const comparison = discrepancies(view.lines, priceOf);
  const n = view.lines.length;
  const changed = view.lines.filter((line) => newPriceOf(line) !== null).length;
  return (
    <dl className="grid grid-cols-2 *:border-b *:px-6 *:py-4 *:odd:border-r max-sm:*:px-4 [&>*:last-child:nth-child(odd)]:col-span-2 [&>*:last-child:nth-child(odd)]:border-r-0">
      <Figure words={plural(n, '# product', '# products')}>{sizeText(movedOf(view.lines))}</Figure>
      <Figure words={final && changed > 0 ? `value, ${changedText(changed)}` : 'value'}>
        {showNaira(comparison.accepted)}
      </Figure>
      {comparison.groups.map((group) => (
        <Figure
          key={group.kind}
          tone={group.kind === 'short' ? 'text-bad' : 'text-wait'}
          words={whichText(
            group,
            comparison.differences.filter((one) => one.kind === group.kind).map((one) => one.line),
            comesBack(kind.kind),
          )}
        >
          {sizeText(group)} {differenceLabel(group.kind, COUNT_WORDS[kind.direction]).toLowerCase()}
        </Figure>
      ))}
    </dl>
  );
}

/** Says that some lines were not counted when the transfer was completed. */
function Uncounted({ kind, view }: Pick<Props, 'kind' | 'view'>) {
  const words = uncountedText(view.lines, kind.direction);
  return words && <p className="border-b bg-wait-soft/40 px-6 py-3 font-medium max-sm:px-4">{words}</p>;
}

/** "Dettol Soap 65 g, damaged", or how many products differ. `isBack`: the goods go back, and their reason is not about the difference. */
function whichText(group: DifferenceGroup, lines: TransferView['lines'], isBack: boolean): string {
  const [only] = lines;
  if (group.products !== 1 || !only) return plural(group.products, '# product', '# products');
  const reason = isBack ? undefined : backText(only.reason);
  return reason ? `${only.name}, ${reason.toLowerCase()}` : only.name;
}

function Figure({ words, tone, children }: { words: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-sm text-ink-faint [overflow-wrap:anywhere]">{words}</dt>
      <dd className={classes('figures text-[1.75rem] font-semibold leading-9 max-sm:text-xl', tone)}>{children}</dd>
    </div>
  );
}

/** The largest number of listed lines. The receipt has all of them. */
const MOST_LINES = 40;

function Stock({ kind, view, final, newPriceOf, productOf }: Omit<Props, 'children' | 'left'>) {
  const stock = useHubStock(view, kind, final);
  const side = hubSideOf(kind);
  const hub = side === 'source' ? view.header?.source_name : view.header?.destination_name;
  const more = view.lines.length - MOST_LINES;
  return (
    <>
      <h3 className="border-b px-6 py-3 text-lg font-semibold max-sm:px-4">
        {final ? `Stock in ${hub}` : `Stock in ${hub} when it is done`}
        {stock.at !== null && (
          <span className="block text-sm font-normal text-ink-faint">
            by the stock of {clockText(stock.at / 1_000, Date.now() / 1_000)}
          </span>
        )}
        {kind.kind === 'stock_in' && view.lines.some((line) => isSpoilt(line.reason) && movedQuantity(line) > 0) && (
          <span className="block text-sm font-normal text-ink-soft">{lineTexts.stillStock}</span>
        )}
      </h3>
      <ul className="divide-y border-b">
        {view.lines.slice(0, MOST_LINES).map((line) => (
          <MovedLine
            key={line.product_id}
            line={line}
            around={stock.of(line.product_id)}
            sign={side === 'source' ? '−' : '+'}
            final={final}
            newPrice={newPriceOf(line)}
            reason={comesBack(kind.kind) ? shownReason(line, kind.kind) : differsText(line, kind.direction)}
            expired={expiredLotText(line, kind.kind, Date.now() / 1_000)}
            product={productOf(line.product_id)}
          />
        ))}
      </ul>
      {more > 0 && <p className="px-6 py-3 text-sm text-ink-faint max-sm:px-4">and {more} more</p>}
    </>
  );
}
