/** A local edit that the queue does not take: said to the person, nothing is stored. */
export class TransferLocked extends Error {}
