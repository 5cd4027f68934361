import { expect, test } from 'vitest';
import { showDeviceVersion } from '#domain/deviceVersion.ts';

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
])('CONST-26 B9.7 version %j is shown as %s', (digits, text) => {
  expect(showDeviceVersion(digits)).toBe(text);
});
