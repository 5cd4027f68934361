import { showDay, showMoment } from '#domain/time.ts';

const now = () => Math.floor(Date.now() / 1_000);

/** "24 Nov, 17:55" of epoch seconds, as every screen writes a time; the year only when it is another than today's. */
export const momentText = (epoch: number): string => showMoment(epoch, now());

/** "24 Nov" of epoch seconds; the year only when it is another than today's. */
export const dayText = (epoch: number): string => showDay(epoch, now());
