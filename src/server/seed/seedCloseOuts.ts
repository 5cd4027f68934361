/** Close-outs of the demo: every day before today is closed but the last one of the associate with an account, by the same functions as for a person. */
import { signaturePath } from '#domain/closeOut.ts';
import { startOfDay } from '#domain/time.ts';
import { closeOutHandlers, daysWithMovement } from '../closeout/closeOutHandlers.ts';
import { dayFigures } from '../closeout/dayFigures.ts';
import type { Database } from '../db/open.ts';
import { OWN_ASSOCIATE } from './demoPeople.ts';
import { seedCtx } from './seedMovements.ts';
import { actingAs } from './seedStocktakes.ts';
import type { SeedConfig } from './seedTypes.ts';

/** A hand's curl, another one for each `turn`. */
const curl = (turn: number) =>
  signaturePath([
    Array.from({ length: 60 }, (_, at) => {
      const along = 120 + at * 12;
      return [along + 40 * Math.sin(at / (1.5 + turn)), 150 + 70 * Math.cos(at / 2 + turn) - at / 2] as const;
    }),
  ]);

export async function seedCloseOuts(database: Database, config: SeedConfig): Promise<void> {
  const close = closeOutHandlers.find((one) => one.call.path === 'close_out/close');
  if (!close) throw new Error('No call closes a day');
  await database.transaction(async (tx) => {
    const ctx = actingAs(seedCtx(tx, config, config.now()), 'accounts');
    const today = startOfDay(config.now());
    const past = (await daysWithMovement(ctx, undefined)).filter((row) => row.day < today);
    const open = past.find((row) => row._id === OWN_ASSOCIATE) ?? past[0];
    for (const [at, { _id, day }] of past.filter((row) => row !== open).entries()) {
      const { digest } = await dayFigures(tx, _id, day);
      const signed = { officer_path: curl(1 + (at % 4) / 4), taker_path: curl(0) };
      await close.handle({ sales_officer_id: _id, day, expect_digest: digest, ...signed }, ctx, false);
    }
  });
}
