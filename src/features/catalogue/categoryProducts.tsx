import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { oneQuery } from '#client/reads/queries.ts';
import { category } from '#contract/catalogue/category.ts';
import { categoryProduct } from '#contract/catalogue/categoryProduct.ts';
import { Loaded } from '#crud/query/Loaded.tsx';
import { CarriedProducts } from './parts/CarriedProducts.tsx';

/** CAT-03: which products stand in a category. */
export function Screen() {
  const { id } = useParams({ strict: false }) as { id: string };
  return (
    <Loaded query={useQuery(oneQuery(category, id))} title="Products" missing="Category not found">
      {([row]) => <CarriedProducts name={row.name} link={categoryProduct} field="category_id" id={id} />}
    </Loaded>
  );
}
