/** The names of chains: changes of one thing, each of which stands on the one before (SYNC rule 18). */
export const headChain = (transfer: string) => `${transfer}:order`;
export const lineChain = (transfer: string, productId: string) => `${transfer}:p:${productId}`;
/** The confirmation: nothing is changed after it until its verdict (rule 17). */
export const closingChain = (transfer: string) => `${transfer}:execute`;
