import { type ReactNode, Suspense } from 'react';
import { CallError } from '#client/callError.ts';
import { product } from '#contract/catalogue/product.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { ImageField } from '#crud/fields/ImageField.tsx';
import { NewPicture, useNewPicture } from '#crud/fields/NewPicture.tsx';
import { Pack } from '#crud/fields/Pack.tsx';
import { byLabel } from '#crud/fields/pickers.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import type { Values } from '#crud/form/formValues.ts';
import type { FieldState, FormState } from '#crud/form/useForm.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { choiceState } from '#crud/query/choiceState.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { useSession } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { WEIGHT_AND_SIZE } from '#domain/limits.ts';
import { can, isHubSide } from '#domain/permissions.ts';
import { plural } from '#domain/plural.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Page } from '#ui/Page.tsx';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';
import { HubPrices } from '../product/HubPrices.tsx';
import { Overview } from '../product/Overview.tsx';
import { useBrandOptions } from './options.ts';
import { Tags } from './tags.tsx';

const SellerForm = lazyPart(() => import('./sellerForm.tsx'), 'SellerForm');
const ProductUpload = lazyPart(() => import('./upload.tsx'), 'ProductUpload');

const PAGE = {
  title: (row: ProductRow) => row.name,
  note: (row: ProductRow) => `${brandAndMaker(row)}. ${row.case_count} units a case. ${onSale(row)}`,
  overview: (row: ProductRow) => <Overview product={row} />,
  below: (row: ProductRow, tags: ReactNode) => (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <HubPrices product={row} />
      {tags}
    </div>
  ),
  toForm: 'Edit details',
};

/** "On sale in 6 hubs." */
function onSale({ sellers }: ProductRow): string {
  const hubs = Object.values(sellers).filter(({ status }) => status === 'active').length;
  return hubs === 0 ? 'On sale in no hub.' : plural(hubs, 'On sale in # hub.', 'On sale in # hubs.');
}

// This toast has no full stop in the documents (PROD-20).
const words = { one: 'Product', many: 'Products', none: emptyTexts.products, stop: '' };
const path = '/products';
const nought = String(WEIGHT_AND_SIZE);

/** Creates one product, or many of one brand from a CSV (PROD-15, PROD-37). The command bar gives a name. */
export function Create() {
  const { type, brand_id = '', brand_name = '', name = '' } = useSearchValues();
  if (type === 'bulk') {
    return (
      <Suspense fallback={null}>
        <ProductUpload brandId={brand_id} brandName={brand_name} />
      </Suspense>
    );
  }
  return <Form brand={brand_id} name={name} />;
}

/** Accounts of a hub get the form of their hub's price (PERM-50, B8.14). */
export function Update() {
  const id = useId();
  const { profile } = useSession();
  const query = useRecord(product, id);
  const [row] = query.data?.data ?? [];
  if (query.error instanceof CallError && query.error.code === 404) return <Missing />;
  if (row && isHubSide(profile?.role ?? '')) {
    return (
      <Suspense fallback={null}>
        <SellerForm product={row} />
      </Suspense>
    );
  }
  return <Form id={id} />;
}

/** The text says "Please", unlike the other not-found screens (PROD-16). */
function Missing() {
  return (
    <Page title="Update Product" width="form">
      <Card>
        <EmptyState scene="find" title="Product not found!">
          Please check the URL and try again.
        </EmptyState>
      </Card>
    </Page>
  );
}

/** Case count must be a multiple of MPU (PROD-18). */
function caseRule({ case_count, mpu }: Values): Record<string, string> {
  const [cases, least] = [Number(case_count), Number(mpu)];
  if (!case_count || !mpu || !Number.isInteger(cases) || !Number.isInteger(least) || least < 1) return {};
  // The message is set at both fields. The field that was changed shows it.
  const wrong = 'Case count must be multiple of MPU';
  return cases % least === 0 ? {} : { case_count: wrong, mpu: wrong };
}

/** The form of a product (PROD-15 to PROD-20). */
function Form({ id, brand = '', name = '' }: { id?: string; brand?: string; name?: string }) {
  const picture = useNewPicture(path);
  const { profile } = useSession();
  // The page of a stored product shows its weight and size. The form of a new product begins with 0.
  const unknown = id === undefined ? 'A number. 0 stands for unknown.' : undefined;
  return (
    <FormScreen
      of={product}
      {...(id === undefined ? { done: picture.done } : {})}
      words={words}
      path={path}
      id={id}
      check={caseRule}
      blank={{
        brand_id: brand,
        name,
        description: '',
        status: 'active',
        sku_id: '',
        case_count: '',
        mpu: '',
        price: '',
        weight: nought,
        size: nought,
        barcode_unit: '',
        barcode_case: '',
      }}
      page={PAGE}
      aside={(row) => <Tags productId={row._id} />}
    >
      {(form, mode, row) => (
        <Fields wide={mode === 'update'}>
          {row ? (
            <DoubleField fills>
              <ImageField of={product} row={row} clean={!form.changed} empty={<Pack product={row} size={64} />} />
            </DoubleField>
          ) : (
            can(profile, 'update_product') && <NewPicture {...picture.field} />
          )}
          <BrandField {...form.field('brand_id')} present={row?.brand_id} />
          <TextField label="Name" {...form.field('name')} />
          <DoubleField>
            <LongTextField label="Description" hint="At least 10 characters." {...form.field('description')} />
          </DoubleField>
          <Priced form={form} update={mode === 'update'} />
          <Pair>
            <TextField label="Weight" inputMode="decimal" hint={unknown} {...form.field('weight')} />
            <TextField label="Size" inputMode="decimal" hint={unknown} {...form.field('size')} />
          </Pair>
          <Pair>
            <TextField label="Unit barcode" autoComplete="off" {...form.field('barcode_unit')} />
            <TextField label="Case barcode" autoComplete="off" {...form.field('barcode_case')} />
          </Pair>
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </Fields>
      )}
    </FormScreen>
  );
}

/** Puts the fields into one column. The page of a stored product on a desktop has four columns. */
const Fields = ({ wide, children }: { wide: boolean; children: ReactNode }) => (
  <div className={wide ? '@container' : 'contents'}>
    <div className="flex flex-col gap-5 @4xl:grid @4xl:grid-cols-4 @4xl:items-start">{children}</div>
  </div>
);

/** A part of the form that takes two of the four columns and two rows. `fills`: it is as high as its rows. */
const DoubleField = ({ fills, children }: { fills?: boolean; children: ReactNode }) => (
  <div className={classes('@4xl:col-span-2 @4xl:row-span-2', fills && '@4xl:self-stretch @4xl:*:h-full')}>
    {children}
  </div>
);

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:items-start @4xl:contents">{children}</div>
);

/** SKU, MPU and price of a stored product. Only the administrator may change them (PROD-19, PERM-49). */
function Priced({ form, update }: { form: FormState; update: boolean }) {
  const { profile } = useSession();
  const hint = (name: string) => {
    const needs = product.gates[name];
    return update && needs && !can(profile, needs)
      ? { hint: 'Only an administrator can change this.', readOnly: true }
      : {};
  };
  return (
    <>
      <Pair>
        <TextField label="SKU" autoComplete="off" {...form.field('sku_id')} {...hint('sku_id')} />
        <MoneyField label="Price" {...form.field('price')} {...hint('price')} />
      </Pair>
      <Pair>
        <TextField label="Case count" inputMode="numeric" hint="Units in one case." {...form.field('case_count')} />
        <TextField
          label="MPU"
          inputMode="numeric"
          {...form.field('mpu')}
          hint="Minimum purchasable units: the smallest order."
          {...hint('mpu')}
        />
      </Pair>
    </>
  );
}

function BrandField({ present, ...field }: FieldState & { present: string | undefined }) {
  const { options, query } = useBrandOptions([present ?? field.value]);
  return (
    <Picker
      label="Brand"
      options={options}
      matches={byLabel}
      placeholder="Choose a brand"
      {...field}
      {...choiceState(query, 'brand')}
    />
  );
}
