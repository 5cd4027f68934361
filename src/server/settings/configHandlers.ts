/** The operator's settings (API.md 4.12). */
import { sql } from 'kysely';
import { config } from '#contract/settings/config.ts';
import { configByKey } from '#contract/settings/configCalls.ts';
import { settingProblem } from '#domain/setting.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound } from '../calls/refusal.ts';
import { resource } from '../resources/resource.ts';
import { findRow } from '../resources/rows.ts';

export const configResource = resource(config, {
  unique: { config_key: ['Key already exists.', 'key'] },
  labelOf: (row) => String(row.key),
  async before(input, _ctx, stored) {
    const problem = settingProblem(String(stored?.key ?? input.key), String(input.value ?? stored?.value));
    if (problem !== null) throw invalid({ value: problem });
    return undefined;
  },
});

export const configHandlers: Handler[] = [
  handle(configByKey, async ({ key }, ctx) => {
    const row = await findRow(configResource, sql`m.key = ${key}`, ctx);
    if (!row) throw notFound('Config');
    return row;
  }),
];
