import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { claim } from '#contract/purchasing/claim.ts';
import { addClaimLines, createClaim } from '#contract/purchasing/claimCalls.ts';
import type { Discrepancy } from '#contract/purchasing/discrepancyCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { claimAmount, DISCREPANCY_LABEL } from '#domain/discrepancy.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { LongTextField, SelectField } from '#ui/fields/Field.tsx';

interface Props {
  rows: readonly Discrepancy[];
  onClose: () => void;
  /** Called with the id of the claim that has the lines now. */
  onDone: (claim: string) => void;
}

/** Makes a claim from the chosen lines of one supplier, or adds the lines to an open claim of that supplier (DISC-22). */
export function ClaimDialog({ rows, onClose, onDone }: Props) {
  const free = rows.filter((row) => row.claim === null && row.supplier_type === 'distributor');
  const suppliers = [...new Map(free.map((row) => [row.supplier._id, row.supplier.name]))];
  const [supplier, setSupplier] = useState(suppliers[0]?.[0] ?? '');
  const [into, setInto] = useState('');
  const [note, setNote] = useState('');
  const { send, busy } = useCommand();
  const open = useQuery({
    ...pageQuery(claim, { status: 'open', distributor_id: supplier, page: 1, per_page: 20 }),
    enabled: supplier !== '',
  });
  const claims = open.data?.data.rows ?? [];
  const lines = free.filter((row) => row.supplier._id === supplier);
  const amount = claimAmount(lines.map((row) => ({ kind: row.kind, value: koboOf(row.value ?? '0') })));
  const item_ids = lines.map((row) => row.item_id);
  const target = claims.find((one) => one._id === into);
  return (
    <DialogForm
      onClose={onClose}
      title="Claim from supplier"
      description="The claim gets these lines. Nothing is sent yet, and no wallet changes."
      save={target ? `Add to ${target.ref}` : 'Create claim'}
      width="wide"
      ready={lines.length > 0 && (amount > 0 || target !== undefined)}
      busy={busy}
      onSave={async (close) => {
        const made = target
          ? await send(
              addClaimLines,
              { _id: target._id, base_version: target.version, item_ids },
              plural(lines.length, `# line added to ${target.ref}.`, `# lines added to ${target.ref}.`),
            )
          : await send(createClaim, { item_ids, note: note.trim() });
        if (!made) return;
        close();
        onDone(made._id);
      }}
    >
      <LeftOut rows={rows} />
      {suppliers.length > 1 && (
        <SelectField
          label="Supplier"
          value={supplier}
          onChange={(next) => {
            setSupplier(next);
            setInto('');
          }}
          options={suppliers.map(([value, label]) => ({ value, label }))}
          hint={`The lines are of ${suppliers.length} suppliers. A claim is of one.`}
        />
      )}
      {lines.length > 0 && <Lines lines={lines} supplier={lines[0]?.supplier.name ?? ''} />}
      {lines.length > 0 && (
        <p className="flex justify-between font-semibold">
          <span>{plural(lines.length, '# line', '# lines')}</span>
          <span className="figures">{showNaira(amount)}</span>
        </p>
      )}
      {lines.length > 0 && amount <= 0 && !target && (
        <Notice tone="wait" icon="alert">
          The extra goods are worth as much as the missing ones, so there is nothing to claim.
        </Notice>
      )}
      {claims.length > 0 && (
        <SelectField
          label="Claim"
          value={into}
          onChange={setInto}
          blank="A new claim"
          options={claims.map((one) => ({
            value: one._id,
            label: `${one.ref}, ${plural(one.line_count, '# line', '# lines')}, ${showNaira(one.amount)}`,
          }))}
        />
      )}
      {!target && lines.length > 0 && <LongTextField label="Note" value={note} onChange={setNote} rows={2} />}
    </DialogForm>
  );
}

/** Says which of the chosen lines cannot be claimed from a supplier. */
function LeftOut({ rows }: { rows: readonly Discrepancy[] }) {
  const claimed = rows.filter((row) => row.claim !== null);
  const refs = [...new Set(claimed.map((row) => row.claim?.ref))].join(', ');
  const others = rows.filter((row) => row.claim === null && row.supplier_type !== 'distributor').length;
  if (claimed.length + others === 0) return null;
  return (
    <Notice tone="info" icon="alert">
      {claimed.length > 0 &&
        plural(claimed.length, `# line stands in ${refs} already. `, `# lines stand in ${refs} already. `)}
      {others > 0 && plural(others, '# line has no supplier. ', '# lines have no supplier. ')}
      {plural(claimed.length + others, 'It is left out.', 'They are left out.')}
    </Notice>
  );
}

function Lines({ lines, supplier }: { lines: readonly Discrepancy[]; supplier: string }) {
  return (
    <ul
      aria-label={`Lines of ${supplier}`}
      className="max-h-64 divide-y overflow-auto rounded-xl border text-sm"
      tabIndex={0}
    >
      {lines.map((row) => (
        <li key={row._id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-2">
          <span className="min-w-0 grow basis-full sm:basis-0">
            {row.product.name}
            <span className="block text-xs text-ink-soft">
              {row.receipt.ref}, {row.hub?.name}
            </span>
          </span>
          <span className="grow text-ink-soft sm:grow-0">{DISCREPANCY_LABEL[row.kind]}</span>
          <span className="figures min-w-24 text-right">{casesText(row.units, row.product.case_count)}</span>
          <span className="figures min-w-24 text-right">
            {row.kind === 'over' ? showNaira(-koboOf(row.value ?? '0')) : showNaira(row.value ?? '0')}
          </span>
        </li>
      ))}
    </ul>
  );
}
