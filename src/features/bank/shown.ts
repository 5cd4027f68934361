import { parseMoney, showLogged } from '#domain/money.ts';

/** "₦2,500.50" of the wire's text. */
export const nairaOf = (value: string) => showLogged(parseMoney(value) ?? 0);

/** Where the wallet of this owner is looked at. */
export const walletPath = ({ head, _id }: { head: string; _id: string }) =>
  `/${head.replaceAll('_', '-')}s/${_id}/balance`;
