import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { allQuery } from '#client/reads/queries.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { SelectField } from '#ui/fields/Field.tsx';

interface Filtered {
  status: string;
  manufacturer_id: string;
  brand_id: string;
}

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** The filters of the products table in "Add Product". On a phone they are behind one button, so that the products are in sight. */
export function Filters({
  of,
  onChange,
  children,
}: {
  of: Filtered;
  onChange: (change: Partial<Filtered>) => void;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const on = [of.status !== 'active', of.manufacturer_id !== '', of.brand_id !== ''].filter(Boolean).length;
  const makers = useQuery(allQuery(manufacturer));
  const brands = useQuery(allQuery(brand));
  return (
    <>
      <div className="sm:hidden">
        <Button icon="filter" wide aria-expanded={open} onClick={() => setOpen(!open)}>
          {on > 0 ? `Filters (${on})` : 'Filters'}
        </Button>
      </div>
      <div className={classes('grid gap-3 sm:contents', !open && 'max-sm:hidden')}>
        <SelectField label="Status" value={of.status} onChange={(status) => onChange({ status })} options={STATUSES} />
        <SelectField
          label="Manufacturers"
          value={of.manufacturer_id}
          onChange={(id) => onChange({ manufacturer_id: id, brand_id: '' })}
          blank="All"
          options={named(makers.data?.data)}
        />
        <SelectField
          label="Brands"
          value={of.brand_id}
          onChange={(id) => onChange({ brand_id: id })}
          blank="All"
          options={named(
            brands.data?.data.filter((row) => of.manufacturer_id === '' || row.manufacturer_id === of.manufacturer_id),
          )}
        />
        {children}
      </div>
    </>
  );
}

const named = (rows: readonly { _id: string; name: string }[] | undefined) =>
  (rows ?? []).map((row) => ({ value: row._id, label: row.name }));
