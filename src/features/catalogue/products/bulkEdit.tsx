import { useState } from 'react';
import { updateProducts } from '#contract/catalogue/productCalls.ts';
import { useMayFill } from '#crud/query/useSession.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { changedPrice, type PriceChange, parsePercent } from '#domain/priceChange.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Table } from '#ui/tables/Table.tsx';
import { whenReady } from '#ui/whenReady.ts';
import { useHubOptions, useViewer } from './options.ts';
import { type EditRow, type Target, useBulkEdit } from './useBulkEdit.ts';

const HOW = [
  { value: 'raise', label: 'Raise by percent' },
  { value: 'lower', label: 'Lower by percent' },
  { value: 'add', label: 'Add naira (a minus lowers the price)' },
  { value: 'set', label: 'Set to naira' },
  { value: 'active', label: 'Set status to active' },
  { value: 'inactive', label: 'Set status to inactive' },
];

const SHOWN = 100;

/** Changes price or status of all products of the current filter. The server checks all changes before anything is written. */
export function BulkEdit({ input, onClose }: { input: Readonly<Record<string, unknown>>; onClose: () => void }) {
  const viewer = useViewer();
  const hubs = useHubOptions([], viewer.ownHub === null);
  const [hub, setHub] = useState(viewer.ownHub ?? '');
  const [how, setHow] = useState('raise');
  const [amount, setAmount] = useState('');
  const edit = useBulkEdit(input);
  const byPercent = how === 'raise' || how === 'lower';
  const ofStatus = how === 'active' || how === 'inactive';
  const percent = byPercent ? parsePercent(amount) : 0;
  const kobo = byPercent || ofStatus ? 0 : parseMoney(amount);
  const valid = percent !== null && kobo !== null && !(how === 'set' && kobo < 0);
  // Only the administrator may change the list price. Everybody who edits products may switch them on and off.
  const mayList = useMayFill(updateProducts.row.price);
  const listToo = viewer.ownHub === null && (mayList || ofStatus);
  const target: Target = hub === '' ? { of: 'product' } : { of: 'hub', hub };
  const changeOf = (row: { price: number | null }) =>
    ofStatus
      ? { status: how }
      : row.price === null
        ? null
        : {
            price: formatMoney(
              changedPrice(row.price, { how: how as PriceChange, percent: percent ?? 0, kobo: kobo ?? 0 }),
            ),
          };
  const ready = valid && (hub !== '' || listToo) && (ofStatus || amount !== '');
  const missing = hub === '' && !listToo ? 'Choose a hub first.' : 'Type the change first.';
  const { rows, phase } = edit;
  const good = rows.filter((row) => row.problem === null);
  const bad = rows.length - good.length;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Edit several products"
      description="Changes every product that the filter of the list shows."
      actions={
        <>
          <Button onClick={onClose}>{phase === 'done' ? 'Close' : 'Cancel'}</Button>
          {phase === 'tried' || phase === 'writing' ? (
            <ServerButton
              look="primary"
              busy={phase === 'writing'}
              {...whenReady(good.length === 0 && 'No product can be changed like this.', () => void edit.write(target))}
            >
              {phase === 'writing' ? 'Saving…' : `Save ${count(good.length)}`}
            </ServerButton>
          ) : phase === 'done' && bad > 0 ? (
            <ServerButton look="primary" onClick={() => void edit.tryOut(target, changeOf)}>
              Check again
            </ServerButton>
          ) : phase === 'done' ? null : (
            <ServerButton
              look="primary"
              busy={phase === 'trying'}
              {...whenReady(!ready && missing, () => void edit.tryOut(target, changeOf))}
            >
              {edit.progress ?? 'Preview'}
            </ServerButton>
          )}
        </>
      }
    >
      <fieldset
        disabled={phase === 'trying' || phase === 'writing'}
        className="grid gap-4 sm:grid-cols-3 sm:items-start"
        onChange={edit.reset}
      >
        <legend className="sr-only">What changes</legend>
        <SelectField label="Change" value={how} onChange={setHow} options={HOW} />
        {viewer.ownHub === null && (
          <SelectField
            label="Where"
            value={hub}
            onChange={setHub}
            blank={ofStatus ? 'The product itself' : 'List price'}
            options={hubs.options}
          />
        )}
        {!ofStatus && (
          <TextField
            label={byPercent ? 'Percent' : 'Naira'}
            inputMode="decimal"
            value={amount}
            onChange={setAmount}
            error={amount !== '' && !valid ? `${byPercent ? 'Percent' : 'Naira'} must be a number.` : undefined}
          />
        )}
      </fieldset>
      {hub === '' && !listToo && (
        <Notice tone="info" icon="lock">
          Only an administrator can change list prices. Choose a hub to change its prices.
        </Notice>
      )}
      {edit.problem && (
        <Notice tone="bad" icon="alert" role="alert">
          {edit.problem}
        </Notice>
      )}
      {/* Without a response it is unknown what is saved. */}
      {rows.length > 0 && !edit.problem && (
        <Notice tone={bad > 0 ? 'wait' : 'good'} icon={bad > 0 ? 'alert' : 'check'}>
          {phase === 'done'
            ? `${count(good.length)} saved${bad > 0 ? `, ${count(bad)} refused` : ''}.`
            : `${count(good.length)} can be changed${bad > 0 ? `, ${count(bad)} cannot` : ''}. Nothing is saved yet.`}
        </Notice>
      )}
      {phase !== 'none' && phase !== 'trying' && rows.length === 0 && (
        <p>No product would change. Choose another change or other products.</p>
      )}
      {rows.length > 0 && <Rows rows={[...rows.filter((row) => row.problem !== null), ...good]} />}
    </Dialog>
  );
}

const count = (n: number) => plural(n, '# product', '# products');

function Rows({ rows }: { rows: readonly EditRow[] }) {
  const value = (status: string | undefined, price: string | undefined) =>
    price !== undefined ? showNaira(price) : status === 'active' ? 'Active' : 'Inactive';
  return (
    <>
      <Table
        label="Changes"
        rows={rows.slice(0, SHOWN)}
        keyOf={(row) => row._id}
        columns={[
          {
            key: 'name',
            title: 'Product',
            grow: true,
            cell: (row) => (
              <div className="min-w-40 whitespace-normal py-1">
                {row.name}
                {row.problem && <p className="text-sm font-medium text-bad">{row.problem}</p>}
              </div>
            ),
          },
          {
            key: 'before',
            title: 'Now',
            align: 'right',
            cell: (row) => <span className="figures">{value(row.before.status, row.before.price)}</span>,
          },
          {
            key: 'after',
            title: 'After',
            align: 'right',
            cell: (row) => <b className="figures">{row.change ? value(row.change.status, row.change.price) : ''}</b>,
          },
        ]}
      />
      {rows.length > SHOWN && <p className="text-sm text-ink-faint">and {showNumber(rows.length - SHOWN)} more.</p>}
    </>
  );
}
