/** The header shows the environment and the version (SHELL-31). The dialog of the version shows the build. */
import { expect, test } from 'vitest';
import { versionLine } from '#app/shell/useHealth.ts';

test.each([
  ['demo', '0.1.0+ff5d900d', 'demo 0.1.0'],
  ['staging', '1.4.0', 'staging 1.4.0'],
  ['production', '1.4.0+ab12', '1.4.0'],
  ['', '1.4.0', '1.4.0'],
])('%s %s is shown as "%s"', { tags: ['SHELL-31'] }, (environment, app, text) => {
  expect(versionLine({ environment }, app)).toBe(text);
});
