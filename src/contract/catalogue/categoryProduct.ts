import { link } from '../link.ts';
import { NEEDS } from '../needs.ts';
import { productRef } from './product.ts';

/** The products of a category (CAT-03, B8.15). */
export const categoryProduct = link('category_product', ['category_id', 'Category'], ['product_id', 'Product'], {
  label: 'Category product',
  needs: { view: NEEDS.category.view, create: NEEDS.category.update, update: NEEDS.category.update },
  extra: { product: productRef },
});
