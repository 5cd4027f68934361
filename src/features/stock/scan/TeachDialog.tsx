import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { listed } from '#client/reads/longRows.ts';
import { allQuery, writeModel } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { type Counts, usualCounts } from '#domain/barcode.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField } from '#ui/fields/Field.tsx';
import type { PickerOption } from '#ui/fields/options.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { type OptionsOf, useOptionSource } from '#ui/fields/useOptionSource.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { kitTexts } from '#ui/texts.ts';

interface Props {
  code: string;
  onClose: () => void;
  onTaught: (productId: string) => void;
}

type Row = RowOf<typeof product>;
const NO_PRODUCTS: readonly Row[] = [];

interface ProductOption extends PickerOption {
  one: Row;
}
const pictureOf = ({ one }: ProductOption) => <Pack product={one} size="option" />;
const noteOf = (one: Row) => `${one.brand.name}, ${one.case_count} a case`;
const AS_OPTIONS: OptionsOf<Row, ProductOption> = {
  option: (one) => ({ value: one._id, label: one.name, note: noteOf(one), one }),
  own: (one) => one.name,
  alike: noteOf,
};

/** Stores a barcode in a product. Needs a connection and sends the product's version. The server refuses a code that another product has. */
export function TeachDialog({ code, onClose, onTaught }: Props) {
  const query = useQuery(allQuery(product));
  const [chosen, setChosen] = useState('');
  const [counts, setCounts] = useState<Counts>(() => usualCounts(code));
  const [refused, setRefused] = useState<string | null>(null);
  // A retry without a response keeps its key. A refusal is a key's final answer, so the next attempt has a new key.
  const keys = useIdempotencyKey();
  const here = useIsMounted();
  const rows = query.data?.data ?? NO_PRODUCTS;
  const active = useMemo(() => listed(rows.filter((one) => one.status === 'active')), [rows]);
  const among = useOptionSource(active, AS_OPTIONS);
  const row = rows.find((one) => one._id === chosen);
  const field = counts === 'unit' ? 'barcode_unit' : 'barcode_case';
  const present = row?.[field];
  const save = async () => {
    if (!row) return;
    const body = { _id: row._id, [field]: code, base_version: row.version };
    setRefused(null);
    try {
      await writeModel(product, 'update', body, keys.keyFor(body));
      toast('good', `${code} is now the ${counts} code of ${row.name}.`);
      onTaught(row._id);
    } catch (error) {
      keys.failed(error);
      const why = messageFor(error);
      // If the dialog was closed, the message is shown as a toast.
      if (here.current) setRefused(why);
      else toast('bad', why);
      // Somebody else changed the product. The next attempt uses the current version.
      if (error instanceof CallError && error.word === 'conflict') void query.refetch();
    }
  };
  return (
    <DialogForm
      onClose={onClose}
      title={`Link ${code} to a product`}
      description="The product carries this code from now on, for every tablet."
      save="Link"
      ready={row !== undefined}
      onSave={save}
    >
      {query.isError ? (
        <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Picker
            label="Product of this code"
            value={chosen}
            onChange={setChosen}
            among={among}
            pictureOf={pictureOf}
            placeholder={query.isPending ? 'Loading…' : 'Search by name or brand'}
            // A disabled field takes no focus, so the field waits for its products enabled.
            none={query.isPending ? kitTexts.searching : emptyTexts.products}
            required
          />
          <SelectField
            label="This code is on"
            value={counts}
            onChange={(value) => setCounts(value as Counts)}
            options={[
              { value: 'unit', label: 'One unit' },
              { value: 'case', label: row ? `A case of ${row.case_count} units` : 'A whole case' },
            ]}
          />
          {row && present && present !== code && (
            <Notice tone="wait" icon="alert">
              {row.name} has the {counts} code {present} now. It will be replaced.
            </Notice>
          )}
        </>
      )}
      {refused && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused}
        </Notice>
      )}
    </DialogForm>
  );
}
