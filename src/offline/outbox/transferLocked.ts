/** Thrown for an edit that the queue does not accept now. Nothing is stored; the message is for the person. */
export class TransferLocked extends Error {}
