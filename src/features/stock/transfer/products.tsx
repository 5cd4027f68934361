import { useCallback, useMemo, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { emptyTexts } from '#crud/texts.ts';
import { formatMoney, koboOf, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { USUAL_REASON } from '#domain/receiving.ts';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import { showCases } from '#domain/units.ts';
import type { TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { LineDialog } from '../parts/lines/LineDialog.tsx';
import { LineTable } from '../parts/lines/LineTable.tsx';
import type { Pickables } from '../parts/parties.ts';
import { type PickableOption, usePickableSource } from '../parts/pickables.ts';
import { lineOf } from './lines.ts';
import { ScanCard } from './scanCard.tsx';
import type { Scanner } from './useScans.ts';
import type { Shortages } from './useShortages.ts';
import type { LineToSave } from './writes.ts';

interface Props {
  view: TransferView;
  header: TransferHeader;
  /** The units of a product on other unfinished transfers of this tablet from the same source. */
  promised: (productId: string) => number;
  shortages: Shortages;
  onSave: (line: TransferLine, at: LineRevision, isNew: boolean) => Promise<boolean>;
  /** Saves several lines in one step: when a count begins, or when the rest is accepted as expected. */
  onSaveAll: (lines: readonly LineToSave[]) => Promise<boolean>;
  onRemove: (line: LineView) => Promise<void>;
  scanner: Scanner;
  pickables: Pickables;
}

/** Step 2, Add Products: add, edit and remove lines. Every row shows whether the server has it. */
export function Products(props: Props) {
  const { view, header, shortages, onSave, onSaveAll, onRemove, scanner, pickables } = props;
  const { counting } = scanner;
  const [editing, setEditing] = useState<LineView | null>(null);
  useUnsaved(editing !== null);
  const remove = useEvent((line: LineView) => void onRemove(line));
  const accept = useEvent((line: LineView) => void onSaveAll([{ line: asExpected(line), at: atOf(line) }]));
  return (
    <>
      <Card label="Add product">
        <AddProduct {...props} />
        {pickables.failed && (
          <div className="mt-4">
            <Notice tone="wait" icon="cloudOff">
              The products of {header.source_name} are not on this tablet. Prepare this task while you are online.
            </Notice>
          </div>
        )}
      </Card>
      <ScanCard scanner={scanner} />
      <Card padded={false} label="Products of this transfer">
        {view.lines.length > 0 && <CountBar lines={view.lines} scanner={scanner} onSaveAll={onSaveAll} />}
        {view.lines.length === 0 ? (
          <EmptyState title="No products yet">Add the first product above.</EmptyState>
        ) : (
          <LineTable
            lines={view.lines}
            counting={counting}
            shortages={shortages.lines}
            onEdit={setEditing}
            onRemove={remove}
            onAccept={accept}
          />
        )}
      </Card>
      {editing && (
        <LineDialog
          line={editing}
          counting={counting}
          offered={parseMoney(pickables.of(editing.product_id)?.rate ?? '')}
          warningOf={(units) => warningOf(shortages.of(editing.product_id, units), editing.case_count)}
          onClose={() => setEditing(null)}
          onSave={async (line) => {
            // If the dialog was closed while saving, it must not close the dialog of the next line.
            if (await onSave(line, atOf(editing), false)) setEditing((now) => (now === editing ? null : now));
          }}
        />
      )}
    </>
  );
}

const warningOf = (shortage: Shortage | null, caseCount: number) =>
  shortage ? shortageText(shortage, caseCount) : undefined;

/** The form that adds a product that has no line yet. */
function AddProduct({ view, promised, shortages, onSave, scanner: { counting }, pickables }: Props) {
  const [chosen, setChosen] = useState('');
  const [quantity, setQuantity] = useState<number | null>(null);
  const [shownIn, setShownIn] = useState<Counting>('case');
  const [busy, setBusy] = useState(false);
  useUnsaved(chosen !== '' || quantity !== null);
  const present = useMemo(() => new Set(view.lines.map((line) => line.product_id)), [view.lines]);
  const among = usePickableSource(pickables.offered, present);
  const noteOf = useCallback(
    ({ one, value }: PickableOption) => stockNote(one, pickables.at, promised(value)),
    [pickables.at, promised],
  );
  const pick = pickables.of(chosen);
  const add = async () => {
    if (!pick || quantity === null || quantity === 0) return;
    setBusy(true);
    const at = { item_id: null, version: null, revision: view.revision };
    const saved = await onSave(newLine(pick, quantity, counting), at, true);
    setBusy(false);
    if (!saved) return;
    setChosen('');
    setQuantity(null);
  };
  return (
    // The padding aligns the picker with the quantity field, whose switch of cases and units is higher than a label.
    <Form className="grid items-start gap-4 sm:grid-cols-[1fr_15rem] sm:*:first:pt-4.5" onSubmit={add}>
      <Picker
        label="Product"
        among={among}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setQuantity(null);
        }}
        noteOf={noteOf}
        placeholder={pickables.pending ? 'Loading…' : 'Search by name, brand or barcode'}
        disabled={pickables.pending}
        none={emptyTexts.products}
        hint={pick ? stockNote(pick, pickables.at, promised(chosen)) : `${among.count} products`}
      />
      <Stepper
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        caseCount={pick?.product.case_count ?? 1}
        counting={shownIn}
        onCounting={setShownIn}
        warning={pick && warningOf(shortages.of(chosen, quantity), pick.product.case_count)}
        hint={
          pick
            ? counting
              ? `1 case = ${pick.product.case_count} units. Not on the list: counted as not expected.`
              : `1 case = ${pick.product.case_count} units, ${showNaira(pick.rate)} a case`
            : 'Choose a product first.'
        }
      />
      <div className="sm:col-span-2">
        <Button type="submit" look="primary" icon="plus" wide busy={busy} disabled={!pick || !quantity}>
          Add Product
        </Button>
      </div>
    </Form>
  );
}

/**
 * The line of `quantity` units of a product. During a count a product without a line was not expected: it was received, but nothing was ordered.
 */
function newLine({ product, rate }: Pickable, quantity: number, counting: boolean): TransferLine {
  const expected = counting ? 0 : quantity;
  return {
    product_id: product._id,
    quantity: expected,
    quantity_accepted: quantity,
    amount: formatMoney(lineAmount(expected, koboOf(rate), product.case_count)),
    ...(expected === 0 ? {} : { rate }),
    reason: counting ? USUAL_REASON.unexpected : null,
    note: '',
    about: { name: product.name, case_count: product.case_count },
  };
}

const asExpected = (line: LineView): TransferLine => ({
  ...lineOf(line),
  quantity_accepted: line.quantity,
  reason: null,
});

/** The bar of a count: begin it, accept the rest as expected, end it. */
function CountBar({
  lines,
  scanner,
  onSaveAll,
}: Pick<Props, 'scanner' | 'onSaveAll'> & { lines: readonly LineView[] }) {
  const open = lines.filter((line) => line.quantity_accepted === null);
  const begin = async () => {
    // A line whose accepted quantity differs was counted already, so it stays.
    const untouched = lines.filter((line) => line.quantity > 0 && line.quantity_accepted === line.quantity);
    const cleared = untouched.map((line) => ({ line: { ...lineOf(line), quantity_accepted: null }, at: atOf(line) }));
    if (await onSaveAll(cleared)) await scanner.count(true);
  };
  const acceptRest = () => onSaveAll(open.map((line) => ({ line: asExpected(line), at: atOf(line) })));
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b px-5 py-2">
      <p className="font-semibold" role="status" aria-label="Count">
        {scanner.counting
          ? `${lines.length - open.length} of ${lines.length} ${lines.length === 1 ? 'product' : 'products'} counted`
          : `${lines.length} ${lines.length === 1 ? 'product' : 'products'} on the list`}
      </p>
      <div className="flex flex-wrap gap-2">
        {scanner.counting ? (
          <>
            <Button onClick={() => void scanner.count(false)}>Stop count</Button>
            <Button icon="check" disabled={open.length === 0} onClick={() => void acceptRest()}>
              Accept all as expected
            </Button>
          </>
        ) : (
          <Button icon="barcode" onClick={() => void begin()}>
            Start count
          </Button>
        )}
      </div>
    </div>
  );
}

/** The stock with its time and waiting changes (UI-24, B11): "34.0 cases as of 14:02, minus 6.0 cases waiting on this tablet". */
function stockNote(one: Pickable, at: number | null, promised: number): string {
  const cases = (units: number) => `${showCases(units, one.product.case_count, 1)} cases`;
  const waiting = promised > 0 ? cases(promised) : null;
  // A distributor's stock is not in our books.
  if (one.quantity === null) return `${one.product.brand.name}, ${showNaira(one.rate)} a case`;
  const stock = one.quantity <= 0 ? 'Out of Stock' : cases(one.quantity);
  return syncWords.stockAsOf(stock, at === null ? null : showClock(Math.floor(at / 1_000)), waiting);
}
