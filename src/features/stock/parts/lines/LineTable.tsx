import { memo, useMemo } from 'react';
import { showNaira } from '#domain/money.ts';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { type LineState, lineWords } from '#domain/syncWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import type { IconName } from '#ui/Icon.tsx';
import { type Column, NUMBER, Table } from '#ui/tables/Table.tsx';
import { actionsColumn } from '../../../lines/parts/actionsColumn.tsx';

const LOOK: Record<LineState, { tone: Tone; icon: IconName }> = {
  sent: { tone: 'good', icon: 'check' },
  queued: { tone: 'wait', icon: 'clock' },
  sending: { tone: 'accent', icon: 'sync' },
  blocked: { tone: 'wait', icon: 'clock' },
  attention: { tone: 'bad', icon: 'alert' },
  conflict: { tone: 'bad', icon: 'swap' },
};

interface Props {
  lines: readonly LineView[];
  /** Accept mode (UI-28): expected and accepted quantities side by side. */
  counting?: boolean | undefined;
  /** The lines of which the source does not hold enough, by product id. */
  shortages?: ReadonlyMap<string, Shortage> | undefined;
  /** Opens a line by its button, a click on the row, or arrow keys and Enter. All handlers must keep their identity between renders. */
  onEdit?: ((line: LineView) => void) | undefined;
  onRemove?: ((line: LineView) => void) | undefined;
  /** Accepts the expected quantity of a line that was not counted. */
  onAccept?: ((line: LineView) => void) | undefined;
}

/**
 * The lines of a transfer or purchase order, each with its state in words (B11.1). Memoised, because rendering a long transfer takes a tenth of a
 * second and must not happen on every key in a field beside it.
 */
export const LineTable = memo(function LineTable(props: Props) {
  const { lines, counting = false, shortages, onEdit, onRemove, onAccept } = props;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const columns = useMemo(
    () => columnsOf({ counting, shortages, onEdit, onRemove, onAccept }),
    [counting, shortages, onEdit, onRemove, onAccept],
  );
  return (
    <Table
      label="Products of this transfer"
      keyOf={(line) => line.product_id}
      rows={lines}
      {...(onEdit ? { onOpen: onEdit } : {})}
      columns={columns}
      foot={
        <tr className="border-t bg-surface-sunken font-bold">
          <td className="h-14 px-2 pl-5" colSpan={counting ? 2 : 3}>
            {lines.length} {lines.length === 1 ? 'product' : 'products'}
          </td>
          <td className="px-2 text-right">{counting ? null : showNaira(total)}</td>
          <td colSpan={onEdit ? 2 : 1} />
        </tr>
      }
    />
  );
});

function columnsOf({ counting, shortages, onEdit, onRemove, onAccept }: Omit<Props, 'lines'>): Column<LineView>[] {
  return [
    // Counting needs the width of the number column.
    ...(counting ? [] : [NUMBER]),
    {
      key: 'product',
      title: 'Product',
      grow: true,
      cell: (line) => (
        <div className={classes(counting ? 'min-w-32' : 'min-w-40', 'whitespace-normal')}>
          <span className="font-semibold">{line.name}</span>
          {line.message && <span className="block text-sm text-bad">{line.message}</span>}
          <ShortageOf shortage={shortages?.get(line.product_id)} caseCount={line.case_count} />
        </div>
      ),
    },
    ...(counting
      ? ([
          {
            key: 'expected',
            title: 'Expected',
            align: 'right',
            cell: (line: LineView) =>
              line.quantity === 0 ? (
                <span className="text-ink-faint">Not expected</span>
              ) : (
                casesText(line.quantity, line.case_count)
              ),
          },
          {
            key: 'accepted',
            title: 'Accepted',
            align: 'right',
            cell: (line: LineView) => <Accepted line={line} />,
          },
        ] as const)
      : ([
          {
            key: 'quantity',
            title: 'Quantity',
            align: 'right',
            cell: (line: LineView) => (
              <div>
                {casesText(movedQuantity(line), line.case_count)}
                {line.quantity_accepted !== null && line.quantity_accepted !== line.quantity && (
                  <span className="block text-sm text-wait">
                    of {casesText(line.quantity, line.case_count)} expected
                  </span>
                )}
              </div>
            ),
          },
          { key: 'amount', title: 'Amount', align: 'right', cell: (line: LineView) => showNaira(line.amount) },
        ] as const)),
    {
      key: 'state',
      title: 'State',
      cell: (line) => {
        const words = lineWords(line.state, line.waitingFor ?? undefined);
        return (
          <span title={words.long}>
            <Badge {...LOOK[line.state]}>{words.short}</Badge>
          </span>
        );
      },
    },
    ...(onEdit && onRemove
      ? [
          actionsColumn((line: LineView) => [
            ...(counting && onAccept && line.quantity_accepted === null
              ? [{ icon: 'check', label: `Accept ${line.name} as expected`, onClick: () => onAccept(line) } as const]
              : []),
            { icon: 'edit', label: `Edit ${line.name}`, onClick: () => onEdit(line) },
            { icon: 'trash', label: `Remove ${line.name}`, onClick: () => onRemove(line) },
          ]),
        ]
      : []),
  ];
}

/** Says that the source does not hold enough. */
function ShortageOf({ shortage, caseCount }: { shortage: Shortage | undefined; caseCount: number }) {
  return shortage && <span className="block text-sm text-bad">{shortageText(shortage, caseCount)}</span>;
}

/** The counted quantity and its difference, in words and colour. */
function Accepted({ line }: { line: LineView }) {
  const kind = differenceKind(line);
  if (line.quantity_accepted === null) return <span className="text-ink-faint">Not counted</span>;
  const units = line.quantity_accepted - line.quantity;
  return (
    <div>
      {casesText(line.quantity_accepted, line.case_count)}
      {kind !== null && kind !== 'unexpected' && (
        <span className={`block text-sm font-semibold ${kind === 'short' ? 'text-bad' : 'text-wait'}`}>
          {casesText(Math.abs(units), line.case_count)} {DIFFERENCE_LABEL[kind].toLowerCase()}
        </span>
      )}
    </div>
  );
}
