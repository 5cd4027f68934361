/** Thrown when the queue does not take a local edit. Nothing is stored, and the message is shown to the user. */
export class TransferLocked extends Error {}
