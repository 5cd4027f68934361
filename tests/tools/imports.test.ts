/** Which files a change can reach: those that import it, through any number of others. `npm run check` looks at their promises again. */
import { describe, expect, test } from 'vitest';
import { importedFile, importsOf, withImporters } from '../../src/tools/check/imports.mjs';

describe('what a file imports', () => {
  test('a comment, a package and a folder are no import of ours', () => {
    expect(importsOf("// import './a.ts';\n/* import './b.ts'; */")).toEqual([]);
    for (const name of ['vitest', 'node:path', '../migrations/']) expect(importedFile('src/ui/x.ts', name)).toBeNull();
  });

  test('static, type-only, re-exporting, bare and dynamic imports and worker addresses are read', () => {
    const text = [
      "import { a,\n b } from './a.ts';",
      "import type { T } from '#ui/t.ts';",
      "export * from './e.ts';",
      "import './bare.ts';",
      "const later = () => import('./later.ts');",
      "new Worker(new URL('./worker.ts', import.meta.url));",
    ].join('\n');
    expect(importsOf(text).sort()).toEqual(
      ['#ui/t.ts', './a.ts', './bare.ts', './e.ts', './later.ts', './worker.ts'].sort(),
    );
  });

  test('a name means a path below the root', () => {
    expect(importedFile('src/app/a.ts', '../ui/b.ts?worker')).toBe('src/ui/b.ts');
    expect(importedFile('tests/x.test.ts', '#tests/support/site.ts')).toBe('tests/support/site.ts');
    expect(importedFile('tests/x.test.ts', '#domain/kobo.ts')).toBe('src/domain/kobo.ts');
  });
});

describe('what a change reaches', () => {
  const texts = {
    'src/domain/kobo.ts': 'export const kobo = 1;',
    'src/ui/money.ts': "export * from '#domain/kobo.ts';",
    'src/app/page.ts': "import { kobo } from '../ui/money.ts';",
    'src/app/other.ts': 'export const other = 1;',
    'tests/page.test.ts': "const page = await import('../src/app/page.ts');",
    'src/tools/tool.mjs': 'export const tool = 1;',
    'src/tools/tool.d.mts': 'export const tool: number;',
    'tests/tool.test.ts': "import { tool } from '../src/tools/tool.mjs';",
  };

  test('nothing changed, nothing reached', () => expect(withImporters([], texts)).toEqual([]));

  test('importers of importers, and no file beside them', () => {
    expect(withImporters(['src/domain/kobo.ts'], texts).sort()).toEqual(
      ['src/app/page.ts', 'src/domain/kobo.ts', 'src/ui/money.ts', 'tests/page.test.ts'].sort(),
    );
    expect(withImporters(['src/app/other.ts'], texts)).toEqual(['src/app/other.ts']);
  });

  test('the types of a tool are its declaration', () => {
    expect(withImporters(['src/tools/tool.d.mts'], texts)).toEqual(['src/tools/tool.d.mts', 'tests/tool.test.ts']);
  });

  test('two files that import each other end', () => {
    const round = { 'src/a.ts': "import './b.ts';", 'src/b.ts': "import './a.ts';" };
    expect(withImporters(['src/a.ts'], round).sort()).toEqual(['src/a.ts', 'src/b.ts']);
  });
});
