import { showDay, showMoment } from '#domain/time.ts';

const now = () => Math.floor(Date.now() / 1_000);

/** Epoch seconds as "24 Nov, 17:55", the form of every screen; with the year only if it is not the current one. */
export const momentText = (epoch: number): string => showMoment(epoch, now());

/** Epoch seconds as "24 Nov"; with the year only if it is not the current one. */
export const dayText = (epoch: number): string => showDay(epoch, now());
