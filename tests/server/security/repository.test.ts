/** SEC-01, SEC-21 of what is in the repository: no secret, nothing that opens a door to scripts, every package pinned by its sum. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tagsIn, testSources } from '../../../src/tools/coverageSpec.mjs';

const read = (file: string) => readFileSync(file, 'utf8');
const gitFiles = (what: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', what], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const TEXT = /\.(ts|tsx|mjs|js|json|sql|css|html|md|sh|yml|yaml|toml|npmrc|txt)$|^\.[^/]+$|^\.ci\/|(^|\/)Dockerfile$/;
const files = gitFiles('.').filter((file) => TEXT.test(file) && file !== 'package-lock.json');

/** What secrets look like; found by the shape that their makers give them, or by a name with a value behind it. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{22,}/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a payment key', /\b[sr]k_(?:live|test)_[0-9a-zA-Z]{16,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ['a database address with a password', /\b(?:postgres(?:ql)?|mysql|mongodb|redis):\/\/[^\s:/@'"`$]+:[^\s@'"`$]+@/],
  ['a secret with its value', /\b(?:KASUWA_SECRET|KASUWA_S3_SECRET_KEY)\s*[:=]\s*['"]?[A-Za-z0-9+/]{12,}/],
  ['a database password', /\b(?:POSTGRES_PASSWORD|PGPASSWORD)['"]?\s*[:=]\s*['"]?[\w+/!@#%^&*-]{4,}/],
];
/** The published example of the signature's own documentation (Get Object), checked by tests/server/uploads.test.ts. */
const EXAMPLES = ['AKIAIOSFODNN7EXAMPLE'];

function secretsIn(text: string): string[] {
  const known = EXAMPLES.reduce((rest, example) => rest.replaceAll(example, ''), text);
  return SECRETS.filter(([, shape]) => shape.test(known)).map(([what]) => what);
}

describe('secrets', { tags: ['SEC-21'] }, () => {
  test('the scan finds what it looks for', { tags: ['SEC-21'] }, () => {
    const planted = [
      `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
      `id = "AKIA${'Z'.repeat(16)}"`,
      `ghp_${'a1'.repeat(18)}`,
      `xoxb-${'1'.repeat(12)}`,
      `AIza${'b'.repeat(35)}`,
      `sk_live_${'c'.repeat(20)}`,
      `//registry/:_${'authToken'}=abc`,
      `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.${'c'.repeat(12)}`,
      `postgres://kasuwa:${'hunter2'}@db/kasuwa`,
      `KASUWA_${'SECRET'}=${'d'.repeat(16)}`,
      `ENV POSTGRES_${'PASSWORD'}=hunter2`,
    ];
    expect(planted.map((text) => secretsIn(text))).toEqual(SECRETS.map(([what]) => [what]));
    for (const more of [
      `PG${'PASSWORD'}=hunter2 psql`,
      `  POSTGRES_${'PASSWORD'}: "hunter2"`,
      `{ PG${'PASSWORD'}: 'hunter2' }`,
    ])
      expect(secretsIn(more)).toEqual(['a database password']);
    // Told by whoever starts it, that is no secret.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in compose.yaml
    expect(secretsIn('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?}\nPOSTGRES_PASSWORD=... docker')).toEqual([]);
  });
  test('no file of the repository holds one', { tags: ['SEC-21'] }, () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files).toEqual(expect.arrayContaining(['Dockerfile', 'compose.yaml', 'README.md']));
    expect(files.flatMap((file) => secretsIn(read(file)).map((what) => `${file}: ${what}`))).toEqual([]);
  });
  test('no environment file, key file or database is committed', { tags: ['SEC-21'] }, () => {
    const forbidden = gitFiles('.').filter((file) => /(^|\/)\.env|\.(pem|key|p12|pfx|sqlite|db|dump)$/.test(file));
    // Made up for the doctor's test of a certificate of localhost; no machine trusts it.
    const madeUp = ['certificate', 'key'].map((name) => `tests/fixtures/localhost/${name}.pem`);
    expect(forbidden.filter((file) => !madeUp.includes(file))).toEqual([]);
  });
  test('what the server is told in secret comes from its environment alone', { tags: ['SEC-21'] }, () => {
    const found = files
      .filter((file) => file.startsWith('src/server/') && /process\.env/.test(read(file)))
      .filter((file) => !/^src\/server\/(main|tools\/\w+)\.ts$/.test(file));
    expect(found).toEqual([]);
  });
});

describe('packages', { tags: ['SEC-21'] }, () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    lockfileVersion: number;
    packages: Record<
      string,
      {
        version?: string;
        integrity?: string;
        inBundle?: boolean;
        link?: boolean;
        resolved?: string;
        hasInstallScript?: boolean;
      }
    >;
  };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

  test('every package is pinned by its sum, and none comes from anywhere but the registry', {
    tags: ['SEC-21'],
  }, () => {
    expect(packages.length).toBeGreaterThan(200);
    expect(
      // What lies inside another package's file is pinned by that file's sum.
      packages
        .filter(([, one]) => !one.inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(one.integrity ?? ''))
        .map(([path]) => path),
    ).toEqual([]);
    expect(
      packages.filter(([, one]) => one.link || /^(git|file|http:)/.test(one.resolved ?? '')).map(([path]) => path),
    ).toEqual([]);
  });
  test('what we ask for ourselves is one version, not a range', { tags: ['SEC-21'] }, () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, wanted]) => !/^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+$/.test(wanted),
    );
    expect(loose).toEqual([]);
  });
});

test('the list of what a release is made of (npm run sbom) names every package of production, in its version', {
  tags: ['SEC-21'],
  timeout: 60_000,
}, () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  const made = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 }),
  ) as { bomFormat: string; components: { name: string; version: string; group?: string }[] };
  expect(made.bomFormat).toBe('CycloneDX');
  const named = new Set(made.components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`));
  const wanted = Object.entries(packages)
    .filter(([path, one]) => path !== '' && !one.dev && !one.devOptional && !one.optional)
    // One that we call otherwise than its makers do (xlsx) stands there by our name.
    .map(([path, one]) => `${path.replace(/^.*node_modules\//, '')}@${one.version}`);
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((one) => !named.has(one))).toEqual([]);
});

/** Makes style at run time: the drawn packs (`crud/fields/packPictures.ts`), in a constructed sheet, which the page's policy allows. */
const DRAWN: ReadonlySet<string> = new Set(['src/crud/fields/packPictures.ts']);

describe('nothing opens a door to scripts', { tags: ['SEC-01'] }, () => {
  const shown = files.filter((file) =>
    /^(src\/(app|client|crud|features|offline|parts|sw|ui)\/|src\/main|index\.html)/.test(file),
  );
  test.each([
    [
      'HTML that is made of text',
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    ],
    ['text that becomes a program', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
    ['an address that is a program', /['"`]javascript:/],
    ['a style made at run time', /createElement\(['"]style['"]\)|insertRule\(|adoptedStyleSheets/],
    ['the token in localStorage or a cookie', /localStorage\.setItem\([^)]*token|document\.cookie/i],
    ['what would delete the queue', /Clear-Site-Data/i],
  ])('the source has no %s', { tags: ['SEC-01', 'SEC-02', 'SEC-19'] }, (_what, shape) => {
    expect(shown.length).toBeGreaterThan(200);
    expect(shown.filter((file) => !DRAWN.has(file) && shape.test(read(file)))).toEqual([]);
  });
  test('the one style that is made at run time holds drawings of our own file and colours of our own table, no text of anybody', {
    tags: ['SEC-01'],
  }, () => {
    const [file = ''] = DRAWN;
    const source = read(file);
    // One place makes a rule, and three ask for one.
    expect(source.match(/insertRule\(/g)).toHaveLength(1);
    expect(source).toContain('sheet.insertRule(rule, sheet.cssRules.length)');
    const rules = [...source.matchAll(/addRule\((`[\s\S]*?`)\);/g)].map(([, rule = '']) => rule);
    expect(rules).toHaveLength(3);
    expect(source.match(/addRule\(/g)).toHaveLength(4);
    for (const rule of rules)
      for (const [, hole] of rule.matchAll(/\$\{([^}]*)\}/g))
        expect(['name', 'tint.body', 'pictureOf(drawing, tint)', 'night']).toContain(hole);
    expect(source).toContain('const night = pictureOf(drawing, { ...tint, body: tint.night });');
  });
  test('no server file and no script of the page says what would delete the queue either', { tags: ['SEC-19'] }, () => {
    const senders = files.filter((file) => /^(src|public)\//.test(file) && /Clear-Site-Data/i.test(read(file)));
    expect(senders).toEqual([]);
  });
  test('the page brings no script, style or handler of its own', { tags: ['SEC-01'] }, () => {
    const page = read('index.html');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i);
  });
});

test('each row of SYNC.md "Security" has a test that names the row alone', () => {
  const sources: { source: string }[] = testSources();
  const tagged = new Set(sources.flatMap(({ source }): string[] => tagsIn(source)));
  const rows = Array.from({ length: 21 }, (_, at) => `SEC-${String(at + 1).padStart(2, '0')}`);
  expect(rows.filter((row) => !tagged.has(row))).toEqual([]);
});
