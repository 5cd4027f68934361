/** Texts of a line that orders, purchase orders and transfers share. */
import { showNaira } from '#domain/money.ts';
import { showCases } from '#domain/units.ts';

export const WRONG_PRICE = 'Price must be a number.';
export const OUT_OF_STOCK = 'Out of Stock';

/** The stock of a product, from units (UI-24): "40.0 cases available". */
export const availableText = (units: number, caseCount: number) => `${showCases(units, caseCount, 1)} cases available`;

/** The price of a line, from kobo or naira text. `about`: it was computed back from an amount (K1). */
export const aCase = (rate: number | string, about: boolean) => `${about ? 'about ' : ''}${showNaira(rate)} a case`;
