/** `npm run tables`: writes src/server/db/tables.ts again after a migration was added. */
import { writeFileSync } from 'node:fs';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { tableTypes } from '../db/tableTypes.ts';

const database = await openDatabase({ memory: true });
await migrate(database);
writeFileSync(new URL('../db/tables.ts', import.meta.url), await tableTypes(database.kysely));
await database.close();
