import { type ReactNode, useEffect, useRef } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { Link } from '#crud/Link.tsx';
import { showNaira } from '#domain/money.ts';
import { DIFFERENCE_LABEL, type DifferenceGroup, discrepancies, type PriceOf } from '#domain/receiving.ts';
import { type KindFacts, movedQuantity, REASON_LABEL, type REASONS } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { PrintButton } from '../../parts/paper/PrintButton.tsx';
import type { Paper } from '../../parts/paper/paper.ts';
import { clockText } from '../begin/expected.ts';
import { hubSideOf } from '../begin/remembered.ts';
import { WORDS } from '../begin/words.ts';
import { refusalText } from '../confirmFacts.tsx';
import { movedOf, useHubStock } from './moved.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  priceOf: PriceOf;
  paper: Paper | null;
  /** true: the server has completed it. */
  final: boolean;
  title: string;
  children: ReactNode;
}

/** What became of a confirmed transfer: in words and with the next step on one side, in figures on the other. */
export function Result({ kind, view, priceOf, paper, final, title, children }: Props) {
  return (
    <section
      aria-label="Complete Transfer"
      className="overflow-hidden rounded-card border bg-surface shadow-card sm:grid sm:grid-cols-[9fr_11fr]"
    >
      <div className="flex flex-col gap-4 bg-surface-sunken p-5 sm:border-r sm:p-6">
        <span
          className={classes(
            'grid size-20 place-items-center rounded-full',
            final ? 'bg-good-soft text-good' : 'bg-wait-soft text-wait',
          )}
        >
          <Icon name={final ? 'check' : 'clock'} size={40} />
        </span>
        <h2 className="text-2xl font-bold leading-tight">{title}</h2>
        <div className="flex flex-col items-start gap-4 text-ink-soft">{children}</div>
        <NextSteps kind={kind} view={view} paper={paper} />
      </div>
      <div className="min-w-0">
        <Figures view={view} priceOf={priceOf} />
        <Stock kind={kind} view={view} final={final} />
      </div>
    </section>
  );
}

/** The next transfer of the kind is the large one, and has the focus: Enter begins it. */
function NextSteps({ kind, view, paper }: Pick<Props, 'kind' | 'view' | 'paper'>) {
  const next = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      afterPaint(() => {
        const { activeElement, body } = document;
        if (activeElement === body || activeElement?.id === 'screen')
          next.current?.querySelector('a')?.focus({ preventScroll: true });
      }),
    [],
  );
  const receipt = (view.state === 'receipt' || view.state === 'elsewhere') && view.order_id;
  return (
    <div ref={next} className="no-print mt-2 grid grid-cols-2 gap-2 pt-2">
      <Link
        to={`/inventory/${kind.type}/${kind.direction}`}
        className={classes(buttonClasses('primary'), 'col-span-2 h-16')}
      >
        <span className="text-lg">{WORDS[kind.kind].next}</span>
      </Link>
      <div className="grid">{paper && <PrintButton paper={paper} />}</div>
      <Link to="/" className={buttonClasses('plain')}>
        <Icon name="home" />
        Home
      </Link>
      {receipt && (
        <Link to={`/purchase-orders/${receipt}`} className={classes(buttonClasses('quiet'), 'col-span-2')}>
          <span className="text-accent">View receipt</span>
        </Link>
      )}
    </div>
  );
}

function Figures({ view, priceOf }: Pick<Props, 'view' | 'priceOf'>) {
  const told = discrepancies(view.lines, priceOf);
  const n = view.lines.length;
  return (
    <dl className="grid grid-cols-2 *:border-b *:px-5 *:py-4 *:odd:border-r">
      <Figure words={`${n} ${n === 1 ? 'product' : 'products'}`}>{sizeText(movedOf(view.lines))}</Figure>
      <Figure words="value">{showNaira(told.accepted)}</Figure>
      {told.groups.map((group) => (
        <Figure
          key={group.kind}
          tone={group.kind === 'short' ? 'text-bad' : 'text-wait'}
          words={whichText(
            group,
            told.differences.filter((one) => one.kind === group.kind).map((one) => one.line),
          )}
        >
          {sizeText(group)} {DIFFERENCE_LABEL[group.kind].toLowerCase()}
        </Figure>
      ))}
    </dl>
  );
}

/** "Dettol Soap 65 g, damaged", or how many products differ. */
function whichText(group: DifferenceGroup, lines: TransferView['lines']): string {
  const [only] = lines;
  if (group.products !== 1 || !only) return `${group.products} products`;
  const reason = only.reason ? REASON_LABEL[only.reason as (typeof REASONS)[number]] : undefined;
  return reason ? `${only.name}, ${reason.toLowerCase()}` : only.name;
}

function Figure({ words, tone, children }: { words: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-sm text-ink-faint [overflow-wrap:anywhere]">{words}</dt>
      <dd className={classes('figures text-xl font-semibold leading-7', tone)}>{children}</dd>
    </div>
  );
}

/** The most lines that are listed; the receipt has all of them. */
const MOST_LINES = 40;

function Stock({ kind, view, final }: Pick<Props, 'kind' | 'view' | 'final'>) {
  const stock = useHubStock(view, kind, final);
  const side = hubSideOf(kind);
  const hub = side === 'source' ? view.header?.source_name : view.header?.destination_name;
  const more = view.lines.length - MOST_LINES;
  return (
    <>
      <h3 className="border-b px-5 py-3 font-semibold">
        {final ? `Stock in ${hub}` : `Stock in ${hub} when it is done`}
        {stock.at !== null && (
          <span className="block text-sm font-normal text-ink-faint">
            by the stock of {clockText(stock.at / 1_000, Date.now() / 1_000)}
          </span>
        )}
      </h3>
      <ul className="divide-y">
        {view.lines.slice(0, MOST_LINES).map((line) => {
          const around = stock.of(line.product_id);
          const moved = casesText(movedQuantity(line), line.case_count);
          return (
            <li key={line.product_id} className="flex items-baseline justify-between gap-4 px-5 py-3">
              <span className="min-w-0">
                <span className="block font-semibold [overflow-wrap:anywhere]">{line.name}</span>
                {around &&
                  (around.after < 0 ? (
                    <span className="figures block text-sm font-semibold text-bad">
                      {refusalText(around.before, movedQuantity(line), line.case_count)}
                    </span>
                  ) : (
                    <span className="figures block text-sm text-ink-soft">
                      {casesText(around.before, line.case_count)} before, {final ? 'now' : 'then'}{' '}
                      {casesText(around.after, line.case_count)}
                    </span>
                  ))}
              </span>
              <span className="figures shrink-0 font-semibold">
                {side === 'source' ? '-' : '+'}
                {moved}
              </span>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="border-t px-5 py-3 text-sm text-ink-faint">and {more} more</p>}
    </>
  );
}
