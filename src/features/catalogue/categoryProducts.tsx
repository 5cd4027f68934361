import { category } from '#contract/catalogue/category.ts';
import { categoryProduct } from '#contract/catalogue/categoryProduct.ts';
import { useId } from '#crud/address.ts';
import { Loaded } from '#crud/query/Loaded.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { CarriedProducts } from './parts/CarriedProducts.tsx';

/** The products of a category (CAT-03). */
export function Screen() {
  const id = useId();
  return (
    <Loaded query={useRecord(category, id)} title="Products" missing="Category not found">
      {([row]) => <CarriedProducts name={row.name} link={categoryProduct} field="category_id" id={id} />}
    </Loaded>
  );
}
