/** States, LGAs and banks from files of this repository (B9.5, B9.6). No outside service is called, and browsers cache the responses for a day. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bankList, lgas, stateLgas, states } from '#contract/session/referenceCalls.ts';
import { searchable } from '#domain/text.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';

function load<T>(name: string): { rows: T; tag: string } {
  const text = readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8');
  return { rows: JSON.parse(text) as T, tag: `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"` };
}

export const STATES = load<string[]>('states');
export const LGAS = load<{ state: string; name: string }[]>('lgas');
export const BANKS = load<{ code: string; name: string }[]>('banks');

/** Banks sorted by name, ignoring case (B9.6). */
const BANKS_BY_NAME = [...BANKS.rows].sort((one, other) =>
  one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1,
);

function kept(ctx: Ctx, tag: string): void {
  ctx.setHeader('Cache-Control', 'private, max-age=86400');
  ctx.setHeader('ETag', tag);
}

export const referenceHandlers: Handler[] = [
  handle(states, async (_input, ctx) => {
    kept(ctx, STATES.tag);
    return STATES.rows;
  }),
  handle(stateLgas, async ({ state }, ctx) => {
    const typed = searchable(state);
    const wanted = typed === 'fct' || typed === 'abuja' ? 'federal capital territory' : typed;
    const found = LGAS.rows.filter((lga) => searchable(lga.state) === wanted).map((lga) => lga.name);
    if (found.length === 0) throw new Refusal('not_found', 'State not found');
    kept(ctx, LGAS.tag);
    return found;
  }),
  handle(lgas, async (_input, ctx) => {
    kept(ctx, LGAS.tag);
    return LGAS.rows;
  }),
  handle(bankList, async (_input, ctx) => {
    kept(ctx, BANKS.tag);
    return { data: BANKS_BY_NAME };
  }),
];
