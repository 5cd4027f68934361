/** Types of tiers.mjs, for the tests and the config of the journeys. */
export const EACH: string;
export const DAYS: number;
export function today(env?: Readonly<Record<string, string | undefined>>, now?: number): number;
export function journeyFiles(): string[];
export function filesOfDay(day: number): string[];
