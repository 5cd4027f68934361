/** The names of chains. A chain is the sequence of ops on one thing, each of which depends on the one before (SYNC rule 17). */
export const headChain = (transfer: string) => `${transfer}:order`;
export const lineChain = (transfer: string, productId: string) => `${transfer}:p:${productId}`;
/** The chain of the confirmation. After it is queued, the transfer takes no change until the verdict (rule 17). */
export const closingChain = (transfer: string) => `${transfer}:execute`;
