/** Finds the parties of a transfer with name and status. */
import { sql } from 'kysely';
import { PARTY_LABEL, type PartyType } from '#domain/transfer.ts';
import { notFound } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';

export interface Party {
  _id: string;
  name: string;
  status: string;
}

/** Null when the party is unknown or deleted. `type` is one of three fixed table names and never free text. */
export async function lookUpParty(db: Db, type: PartyType, id: string): Promise<Party | null> {
  const { rows } =
    await sql<Party>`select _id, name, status from ${sql.table(type)} where _id = ${id} and deleted_at is null`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Throws 404, for example "Hub not found". `field`: the form field that named the party. */
export async function findParty(db: Db, type: PartyType, id: string, field?: string): Promise<Party> {
  const party = await lookUpParty(db, type, id);
  if (!party) throw notFound(PARTY_LABEL[type], field);
  return party;
}
