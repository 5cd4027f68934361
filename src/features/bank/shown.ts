import { koboOf, showLogged } from '#domain/money.ts';

/** "₦2,500.50" for an amount of a response. */
export const nairaOf = (value: string) => showLogged(koboOf(value));
