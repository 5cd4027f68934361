import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type CoverRow, coverRules, removeCoverRule, setCoverRule } from '#contract/purchasing/coverCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useContact } from '#crud/query/useSession.ts';
import { MAX_RULE_DAYS, type USUAL_RULE } from '#domain/cover.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

type Scope = 'hub' | 'supplier' | 'product';
type Days = Record<keyof typeof USUAL_RULE, string>;

/** Parses whole days within the limits. Null: the text is no such number. */
const wholeDays = (text: string, least: number): number | null =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= MAX_RULE_DAYS ? Number(text) : null;

/** Sets how early and how much is ordered: for a hub, for a supplier at the hub, or for a product at the hub (COV-22). */
export function RuleDialog({ row, onClose }: { row: CoverRow; onClose: () => void }) {
  const { send, busy } = useCommand();
  const { online } = useContact();
  const [scope, setScope] = useState<Scope>(row.rule.of === 'usual' ? 'hub' : row.rule.of);
  const [typed, setTyped] = useState<Partial<Days>>({});
  const rules = useQuery(queryFor(coverRules, { seller_id: row.seller._id }));
  const distributor = scope === 'supplier' ? row.supplier?._id : undefined;
  const product = scope === 'product' ? row.product._id : undefined;
  const stored = rules.data?.data.find((one) => one.distributor?._id === distributor && one.product?._id === product);
  const text = (name: keyof Days) => typed[name] ?? String((stored ?? row.rule)[name]);
  const days = {
    lead_days: wholeDays(text('lead_days'), 0),
    safety_days: wholeDays(text('safety_days'), 0),
    order_days: wholeDays(text('order_days'), 1),
  };
  const { lead_days, safety_days, order_days } = days;
  const isRight = lead_days !== null && safety_days !== null && order_days !== null;
  const field = (name: keyof Days, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      value={text(name)}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      error={days[name] === null ? `Whole days, ${name === 'order_days' ? 1 : 0} to ${MAX_RULE_DAYS}.` : undefined}
    />
  );
  return (
    <DialogForm
      onClose={onClose}
      title="Reorder rule"
      description={`${row.seller.name}. A rule of the product comes first, then one of the supplier, then one of the hub.`}
      save="Save rule"
      ready={online && isRight && rules.data !== undefined}
      busy={busy}
      besides={
        stored && (
          <ServerButton
            disabled={!online || busy}
            onClick={() =>
              void send(
                removeCoverRule,
                { _id: stored._id, base_version: stored.version },
                'Reorder rule removed.',
              ).then((gone) => gone && onClose())
            }
          >
            Remove rule
          </ServerButton>
        )
      }
      onSave={async (close) => {
        if (!isRight) return;
        const kept = await send(
          setCoverRule,
          {
            ...{ seller_id: row.seller._id, lead_days, safety_days, order_days, base_version: stored?.version ?? 0 },
            ...(distributor ? { distributor_id: distributor } : {}),
            ...(product ? { product_id: product } : {}),
          },
          'Reorder rule saved.',
        );
        if (kept) close();
      }}
    >
      <SelectField
        label="Rule of"
        value={scope}
        onChange={(next) => {
          setScope(next as Scope);
          setTyped({});
        }}
        options={[
          { value: 'hub', label: `The hub: ${row.seller.name}` },
          ...(row.supplier ? [{ value: 'supplier', label: `The supplier: ${row.supplier.name}` }] : []),
          { value: 'product', label: `The product: ${row.product.name}` },
        ]}
      />
      {field('lead_days', 'Lead time', 'Days from the order to the delivery')}
      {field('safety_days', 'Safety days', 'Days that the stock should last when the delivery comes')}
      {field('order_days', 'Order for', 'Days that the delivery should last')}
    </DialogForm>
  );
}
