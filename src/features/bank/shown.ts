import { koboOf, showLogged } from '#domain/money.ts';

/** "₦2,500.50" of the wire's text. */
export const nairaOf = (value: string) => showLogged(koboOf(value));
