/** The file is no usable backup. The message is for people. */
export class BadBackup extends Error {}

export const CUT = 'This backup is incomplete: its end is missing. Nothing was changed.';
export const BROKEN = 'This backup is damaged: its checksum does not match. Nothing was changed.';
