/** SEC-21: the gate on known holes of packages, by answers that npm really gives. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript of our tools
import { readAudit } from '../../src/tools/audit.mjs';

const hole = (severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    minimist: {
      name: 'minimist',
      severity,
      isDirect: false,
      via: [
        {
          source: 1097678,
          title: 'Prototype Pollution in minimist',
          url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
          severity,
        },
      ],
      effects: ['mkdirp'],
      range: '<0.2.4',
      nodes: ['node_modules/minimist'],
      fixAvailable: true,
    },
  },
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 1 } },
});
const read = (output: unknown) => readAudit(typeof output === 'string' ? output : JSON.stringify(output));

describe('npm run audit:packages', { tags: ['SEC-21'] }, () => {
  test.each(['high', 'critical'])(
    'a hole that is %s fails, and is named with where to read about it',
    { tags: ['SEC-21'] },
    (severity) => {
      const { failure, holes } = read(hole(severity));
      expect(failure).toBeNull();
      expect(holes).toEqual([
        `${severity}: minimist <0.2.4 (Prototype Pollution in minimist https://github.com/advisories/GHSA-xvch-5gv4-984h)`,
      ]);
    },
  );
  test.each(['info', 'low', 'moderate'])('a hole that is %s does not', { tags: ['SEC-21'] }, (severity) => {
    expect(read(hole(severity))).toEqual({ failure: null, holes: [] });
  });
  test('an empty report has no hole', { tags: ['SEC-21'] }, () => {
    expect(read({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} })).toEqual({ failure: null, holes: [] });
  });
  test.each([
    [
      'no network',
      { message: 'request to the registry failed, reason: getaddrinfo EAI_AGAIN', error: { summary: '', detail: '' } },
    ],
    [
      'a registry that has no advisories',
      {
        message: '405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk',
        statusCode: 405,
        error: { summary: '' },
      },
    ],
    ['nothing at all', ''],
    ['a page', '<html>Sign in</html>'],
    ['something else', 'null'],
  ])('%s: not asked, which is said and is no failure', { tags: ['SEC-21'] }, (_what, output) => {
    const { failure, holes } = read(output);
    expect(failure).toMatch(/\w/);
    expect(holes).toEqual([]);
  });
});
