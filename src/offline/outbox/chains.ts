/** The names of chains. A chain holds the changes of one thing; each depends on the one before (SYNC rule 18). */
export const headChain = (transfer: string) => `${transfer}:order`;
export const lineChain = (transfer: string, productId: string) => `${transfer}:p:${productId}`;
/** The chain of the confirmation. Nothing in the transfer may change after it until its verdict (rule 17). */
export const closingChain = (transfer: string) => `${transfer}:execute`;
