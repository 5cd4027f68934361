/** The operator's settings (API.md 4.12). */
import { sql } from 'kysely';
import { config } from '#contract/settings/config.ts';
import { configByKey } from '#contract/settings/configCalls.ts';
import { type Handler, handle } from '../answer.ts';
import { findRow } from '../models/rows.ts';
import { resource } from '../models/view.ts';
import { notFound } from '../refusal.ts';

export const configResource = resource(config, {
  unique: { config_key: ['Key already exists.', 'key'] },
  labelOf: (row) => String(row.key),
});

export const configHandlers: Handler[] = [
  handle(configByKey, async ({ key }, ctx) => {
    const row = await findRow(configResource, sql`m.key = ${key}`, ctx);
    if (!row) throw notFound('Config');
    return row;
  }),
];
