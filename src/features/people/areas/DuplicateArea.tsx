import { useRef } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import type { RowOf } from '#contract/model.ts';
import { seller } from '#contract/network/seller.ts';
import type { area } from '#contract/people/area.ts';
import { duplicateArea } from '#contract/people/areaCalls.ts';
import { useGo } from '#crud/address.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useForm } from '#crud/form/useForm.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { useIsMounted } from '#ui/hooks/useIsMounted.ts';
import { ModelPicker } from '../person.tsx';
import { RepPicker } from './RepPicker.tsx';

interface Props {
  area: RowOf<typeof area>;
  onClose: () => void;
}

/** Copies an area's locations under another name, manufacturer or hub, then opens the new area's form (AREA-14, AREA-15). */
export function DuplicateArea({ area: source, onClose }: Props) {
  const form = useForm(duplicateArea.input, {
    name: '',
    manufacturer_id: source.manufacturer_id,
    seller_id: source.seller_id,
    sales_officer_id: source.sales_officer?._id ?? '',
  });
  const clientId = useRef(newUuid());
  const go = useGo();
  const here = useIsMounted();
  const copy = async () => {
    const focusRefused = firstWrongOf();
    try {
      const { name = '', manufacturer_id = '', seller_id = '', sales_officer_id = '' } = form.values;
      const made = await callApi(duplicateArea, {
        _id: source._id,
        name,
        manufacturer_id,
        seller_id,
        sales_officer_id,
        client_id: clientId.current,
      });
      await invalidateAll();
      toast('good', 'Area successfully created.');
      if (here.current) await go(`/areas/${made}/update`);
    } catch (error) {
      if (error instanceof CallError && form.refuse(error.fields)) focusRefused();
      toast('bad', messageFor(error));
    }
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Duplicate area"
      description={`A new area with the locations of ${source.name}.`}
      save="Duplicate"
      ready={form.valid}
      onSave={copy}
    >
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <ModelPicker of={manufacturer} label="Manufacturer" {...form.field('manufacturer_id')} />
      <ModelPicker
        of={seller}
        label="Distributor"
        placeholder="Choose a hub"
        {...form.field('seller_id')}
        onChange={(seller_id) => form.set({ seller_id, sales_officer_id: '' })}
      />
      <RepPicker sellerId={form.values.seller_id ?? ''} {...form.field('sales_officer_id')} />
    </DialogForm>
  );
}
