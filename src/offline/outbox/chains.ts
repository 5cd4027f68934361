/** The names of chains. A chain holds the changes of one thing; each depends on the one before (SYNC rule 18). */
export const headChain = (transfer: string) => `${transfer}:order`;
/** The chain of one product's line in a transfer. */
export const lineChain = (transfer: string, productId: string) => `${transfer}:p:${productId}`;
/** One figure of a person: counts of another place or round commute with it (rule 54). */
export const countChain = (
  stocktake: string,
  { round, product_id, place }: { round: number; product_id: string; place: string },
) => `${stocktake}:c:${round}:${product_id}:${place}`;
/** The chain of the end of this person's part in a stocktake. */
export const finishChain = (stocktake: string) => `${stocktake}:finish`;
/** The chain of an opening. `again`: the client id of a further opening in the same lane. */
export const openingChain = (stocktake: string, again = '') => `${stocktake}:open${again && `:${again}`}`;
/** The chain of the confirmation. Nothing in the transfer may change after it until its verdict (rule 17). */
export const closingChain = (transfer: string) => `${transfer}:execute`;
/** The chain of the giver's half of a handover. */
export const givingChain = (transfer: string) => `${transfer}:give`;
/** The chain of a reversal of the receipt that the transfer became. */
export const reversalChain = (transfer: string) => `${transfer}:reverse`;
