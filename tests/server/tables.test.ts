/** The types of the tables are those of the migrated schema. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableTypes } from '#server/db/tableTypes.ts';
import { describeEachEngine } from '#tests/support/database.ts';

describeEachEngine('tables', (database) => {
  test('src/server/db/tables.ts is fresh: `npm run tables` makes it anew after a migration', {
    tags: ['DESIGN-2.5'],
  }, async () => {
    const file = new URL('../../src/server/db/tables.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await tableTypes(database().kysely));
  });
});
