import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { type ParkedCode, unitsOfParked } from '#offline/outbox/scanNotes.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { CodeList, CodeNote, CodeRow, NowKnown, TeachButton, TeachHint } from '../scan/CodeList.tsx';
import { TeachDialog } from '../scan/TeachDialog.tsx';
import { isFocusLost } from './desk/useCountFocus.ts';
import { strayDoubt, strayText } from './typing/strayWords.ts';
import type { Scanner } from './useScans.ts';

/**
 * Scanned codes that no product has, or several have. The scanner continues. With a connection a person links a code to a product; a known code is
 * counted, and any code can be removed.
 */
export function ParkedCodes({
  scanner,
  header,
  chosen = null,
  onTaken,
  closed = false,
}: {
  scanner: Scanner;
  header: Pick<TransferHeader, 'source_type' | 'source_name'>;
  /** The product that a person chose by its name, while nothing is typed for it. */
  chosen?: ProductRef | null | undefined;
  /** Called before a code is counted as the chosen product. */
  onTaken?: () => void;
  closed?: boolean;
}) {
  const { notes } = scanner;
  const [teaching, setTeaching] = useState<string | null>(null);
  const [taught, setTaught] = useState<string | null>(null);
  const { online } = useContact();
  const mayTeach = useCan('update_product');
  const n = notes.unknown.length;
  if (n === 0) return null;
  // Several codes would take the space of the lines, so the list is folded.
  const folds = !closed && n > 1;
  const isSome = notes.unknown.some(({ code }) => scanner.unlisted(code));
  const hasUnknown = notes.unknown.some(({ code }) => !scanner.unlisted(code));
  const title = isSome
    ? plural(n, '# code, not counted', '# codes, not counted')
    : plural(n, '# unknown code, not counted', '# unknown codes, not counted');
  // A distributor's stock is outside our books, so a distributor may bring any product. A hub or a person can only give what they hold.
  const mayCome = header.source_type === 'distributor';
  return (
    <>
      <CodeList
        {...{ title, folds }}
        alert={scanner.unknown && parkedText(scanner, header)}
        className={classes('max-h-[40%] border-b', !folds && 'pt-2')}
        foot={hasUnknown && <TeachHint {...{ online, mayTeach }} />}
      >
        {notes.unknown.map((parked) => (
          <ParkedRow
            key={parked.code}
            {...{ parked, scanner, header, closed, mayCome, chosen, onTaken }}
            isOnline={online}
            onTeach={mayTeach ? setTeaching : null}
            isTaught={taught === parked.code}
          />
        ))}
      </CodeList>
      {teaching && (
        <TeachDialog
          code={teaching}
          onClose={() => setTeaching(null)}
          onTaught={(productId) => {
            // The response may arrive while another code's dialog is open.
            setTeaching((now) => (now === teaching ? null : now));
            setTaught(teaching);
            // Otherwise the code stays in the list until its scans are counted.
            if (closed || !scanner.offers(productId)) void scanner.dismiss(teaching);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  parked: ParkedCode;
  scanner: Scanner;
  header: Pick<TransferHeader, 'source_type' | 'source_name'>;
  closed: boolean;
  /** The source may bring goods that it does not sell. */
  mayCome: boolean;
  isOnline: boolean;
  /** Links the code to a product. Null: the person lacks the right. */
  onTeach: ((code: string) => void) | null;
  chosen: ProductRef | null | undefined;
  onTaken: (() => void) | undefined;
  /** The code was linked to a product just now, by the button of this row. */
  isTaught: boolean;
}

function ParkedRow({
  parked,
  scanner,
  header,
  closed,
  mayCome,
  isOnline,
  onTeach,
  chosen,
  onTaken,
  isTaught,
}: RowProps) {
  const { code, times, figures = [] } = parked;
  const hits = scanner.known(code);
  const hit = hits?.length === 1 ? hits[0] : undefined;
  const unlisted = hits?.length === 0 ? scanner.unlisted(code) : undefined;
  const count = useRef<HTMLButtonElement>(null);
  const isCounted = isTaught && hit !== undefined;
  // The button that linked the code is gone, so the focus goes to the one in its place.
  useEffect(() => {
    if (isCounted) afterPaint(() => isFocusLost() && count.current?.focus({ preventScroll: true }));
  }, [isCounted]);
  return (
    <CodeRow
      {...{ code }}
      words={[...scansText(times - figures.length), ...figures.map(strayText)].join(' + ')}
      isLast={scanner.unknown?.code === code}
      onRemove={() => void scanner.dismiss(code)}
      notes={
        <>
          {figures.map((figure) => {
            const doubt = strayDoubt(figure);
            return (
              doubt && (
                <CodeNote key={figure.id} tone="wait">
                  {doubt}
                </CodeNote>
              )
            );
          })}
          {hits && hits.length > 1 && (
            <CodeNote tone="wait">
              It stands on {hits.map((one) => one.product.name).join(' and on ')}. Choose the product by name.
            </CodeNote>
          )}
          {unlisted && (
            <CodeNote tone="wait">
              <span className="font-medium">{unlistedText(header, unlisted.product.name)}</span>
            </CodeNote>
          )}
          {hit && <NowKnown name={hit.product.name} />}
        </>
      }
    >
      {hit && !closed && (
        <Button ref={count} icon="plus" onClick={() => void scanner.countParked(code)}>
          Count {casesText(unitsOfParked(parked, hit.units, hit.product.case_count), hit.product.case_count)}
        </Button>
      )}
      {unlisted && mayCome && !closed && (
        <Button icon="plus" onClick={() => void scanner.countUnlisted(code)}>
          Add{' '}
          {casesText(unitsOfParked(parked, unlisted.units, unlisted.product.case_count), unlisted.product.case_count)}{' '}
          anyway
        </Button>
      )}
      {!hit && chosen && !closed && (
        <Button
          icon="plus"
          onClick={() => {
            onTaken?.();
            void scanner.countAs(code, chosen);
          }}
        >
          Count {casesText(unitsOfParked(parked, chosen.case_count, chosen.case_count), chosen.case_count)} as{' '}
          {chosen.name}
        </Button>
      )}
      {hits?.length === 0 && !unlisted && !chosen && onTeach && (
        <TeachButton {...{ isOnline }} onTeach={() => onTeach(code)} />
      )}
    </CodeRow>
  );
}

/** The number of scans without a typed figure, in words. */
const scansText = (scans: number): string[] => (scans > 0 ? [plural(scans, 'scanned once', 'scanned # times')] : []);

/** Says why a known product is not counted: "Bódìjà Hub has no Milo Tin 400 g." */
const unlistedText = (
  { source_type, source_name }: Pick<TransferHeader, 'source_type' | 'source_name'>,
  name: string,
): string =>
  source_type === 'distributor' ? `${source_name} does not sell ${name}.` : `${source_name} has no ${name}.`;

/** The sentence of the confirmation dialog about codes that were not counted. '' if there are none. */
export function unmovedText({ notes, unlisted }: Pick<Scanner, 'notes' | 'unlisted'>): string {
  const n = notes.unknown.length;
  if (n === 0) return '';
  return notes.unknown.some(({ code }) => unlisted(code))
    ? plural(
        n,
        '# scanned code is not counted: its goods do not move.',
        '# scanned codes are not counted: their goods do not move.',
      )
    : plural(
        n,
        '# scanned code is unknown: its goods do not move.',
        '# scanned codes are unknown: their goods do not move.',
      );
}

/** What is known about an uncounted code, as the beginning of a sentence. */
export function whyParked(
  code: string,
  { unlisted, isLookedUp }: Pick<Scanner, 'unlisted' | 'isLookedUp'>,
  header: Pick<TransferHeader, 'source_type' | 'source_name'>,
): string {
  const name = unlisted(code)?.product.name;
  return name ? unlistedText(header, name) : isLookedUp(code) ? `${code} is unknown` : `${code} is being looked up`;
}

/** The words about the last scan, if it was not counted. */
export function parkedText(
  { unknown, unlisted, isLookedUp }: Pick<Scanner, 'unknown' | 'unlisted' | 'isLookedUp'>,
  header: Pick<TransferHeader, 'source_type' | 'source_name'>,
): string {
  if (unknown && !isLookedUp(unknown.code)) return '';
  const name = unlisted(unknown?.code ?? '')?.product.name;
  return name ? `${unlistedText(header, name)} Not counted.` : `Unknown code ${unknown?.code}, not counted.`;
}
