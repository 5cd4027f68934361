/** Parties of a transfer: found, named, and whether they are active. */
import { sql } from 'kysely';
import { PARTY_LABEL, type PartyType } from '#domain/transfer.ts';
import { notFound } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';

export interface Party {
  _id: string;
  name: string;
  status: string;
}

/** null: unknown or deleted. The table is one of three fixed names, never a text that came in. */
export async function lookUpParty(db: Db, type: PartyType, id: string): Promise<Party | null> {
  const { rows } =
    await sql<Party>`select _id, name, status from ${sql.table(type)} where _id = ${id} and deleted_at is null`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Throws 404 "Hub not found". `field`: which one of a form named it. */
export async function findParty(db: Db, type: PartyType, id: string, field?: string): Promise<Party> {
  const party = await lookUpParty(db, type, id);
  if (!party) throw notFound(PARTY_LABEL[type], field);
  return party;
}
