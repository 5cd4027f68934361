/** Examines a site as its server would find it: variables, machine, address, database, data. Writes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { checkEnvironment } from './environmentChecks.ts';
import type { Finding } from './finding.ts';
import { checkAddress, checkFolders } from './machineChecks.ts';
import { checkPostgres } from './serverChecks.ts';
import { checkMigrations, checkSite } from './siteChecks.ts';

export interface Examined {
  readonly findings: Finding[];
  /** The parts that could not be examined, and why. */
  readonly notes: string[];
}

export interface Examination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Epoch seconds. */
  readonly now: () => number;
}

export async function examine({ env, version, now }: Examination): Promise<Examined> {
  let config: Config;
  try {
    config = readConfig(env, version, null);
  } catch (error) {
    const what = (error as Error).message;
    return {
      findings: [{ what, todo: 'Correct it: no server starts with it.' }],
      notes: ['Nothing else was examined.'],
    };
  }
  const first = [
    ...checkEnvironment(config, env),
    ...checkFolders(config),
    ...(await checkAddress(config.siteUrl, now())),
  ];
  const { findings, notes } = await examineDatabase(config, now);
  return { findings: [...first, ...findings], notes };
}

async function examineDatabase(config: Config, now: () => number): Promise<Examined> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseReadUrl: readUrl, dataDir: dir } = config;
  if (!url && !existsSync(join(dir, 'db')))
    return { findings: [], notes: [`There is no database in ${dir} yet: it was not examined.`] };
  let database: Database;
  const ofStandby: Finding[] = [];
  const hear = ({ event, level, text }: Record<string, unknown>) => {
    if (event === 'standby_reads' && level === 'warn')
      ofStandby.push({
        what: String(text),
        todo: 'Look at the standby and its replication, or unset DATABASE_READ_URL.',
      });
  };
  try {
    database = await openDatabase({ url, directUrl, readUrl, dir, log: hear });
  } catch (error) {
    const { message } = error as Error;
    if (/Another Kasuwa server is using/.test(message))
      return {
        findings: [],
        notes: [
          'The server is running, and an embedded database has one user: stop the server to have the database examined.',
        ],
      };
    return {
      findings: [{ what: message, todo: 'Correct it: no server starts with it.' }],
      notes: ['The database was not examined.'],
    };
  }
  try {
    // Uses the path of a report, so that a standby that would not be used is reported.
    await database.readFresh((db) => sql`select 1`.execute(db));
    const ofServer = [...(url ? await checkPostgres(database.kysely, now) : []), ...ofStandby];
    const ofSchema = await checkMigrations(database.kysely);
    if (ofSchema) return { findings: [...ofServer, ofSchema], notes: ['The data was not examined.'] };
    return { findings: [...ofServer, ...(await checkSite(database, config, now()))], notes: [] };
  } finally {
    await database.close();
  }
}
