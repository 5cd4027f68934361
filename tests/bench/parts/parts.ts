/** Single parts of the product in a bare page, so that they can be measured without screens around them. */
import { exportSheet } from '#crud/exportSheet.ts';
import { dexieStore } from '#offline/dexieStore.ts';
import { makeOutbox } from '#offline/outbox.ts';
import { savedReads } from '#offline/savedReads.ts';
import { keepRows } from '../floor/rows.ts';

export const parts = { exportSheet, dexieStore, makeOutbox, savedReads, keepRows };
(window as unknown as { parts: typeof parts }).parts = parts;
