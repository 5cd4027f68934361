import { expect, test } from 'vitest';
import { showDeviceVersion, versionDigits } from '#domain/deviceVersion.ts';

test.each([
  ['', ''],
  ['1.2', '1.2'],
  ['beta', 'beta'],
  ['7', '7'],
  ['12', '1.2'],
  ['123', '1.2.3'],
  ['1234', '0.12.34'],
  ['10203', '1.2.3'],
  ['120304', '12.3.4'],
])('version %j is shown as %s', { tags: ['CONST-26', 'B9.7'] }, (digits, text) => {
  expect(showDeviceVersion(digits)).toBe(text);
});

test.each(['0.1.0', '1.4.0', '9.9.9', '1.12.3', '0.12.0', '12.3.4'])(
  'the digits of %s show it again',
  { tags: ['B9.7'] },
  (version) => {
    expect(versionDigits(version)).toMatch(/^\d+$/);
    expect(showDeviceVersion(versionDigits(version))).toBe(version);
  },
);
