import { koboOf, showLogged } from '#domain/money.ts';

/** "₦2,500.50" from money text. */
export const nairaOf = (value: string) => showLogged(koboOf(value));
