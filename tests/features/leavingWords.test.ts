/** A dialog is left by one word, so that nobody reads the button before the press (decision 1290). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = ['app', 'crud', 'features', 'ui'].flatMap((folder) =>
  readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => [join(folder, name), readFileSync(join('src', folder, name), 'utf8')] as const),
);

/** The words of the buttons that only close: their press calls `onClose` or the like, with nothing else. */
const LEAVES =
  /<Button onClick=\{(?:on(?:Close|Cancel)|close|\(\) => (?:set\w+\((?:false|null)\)|blocker\.reset\?\.\(\)))\}>\s*([^<]+?)\s*<\/Button>/g;

/** The neutral word, and where another one stands. */
const WORDS: readonly RegExp[] = [
  /^Cancel$/,
  // A question over an open dialog leads back to it.
  /^Back( to the (count|payment|prices))?$/,
  // The question whether a record ends: "Cancel" would be one more way to end it.
  /^\{kitTexts\.keep\}$/,
  // The questions whether a screen or the tablet is left (B12.8, SYNC).
  /^Stay$/,
  // The officer's own: the word says what goes on with the goods in hand.
  /^(\{countTexts\.goOn\}|Take nothing)$/,
  // A dialog that only shows something.
  /^Close$/,
  /^\{ends \? kitTexts\.keep : 'Cancel'\}$/,
  /^\{(verdicts\.size === 0|phase === 'done') \? '(Cancel|Close)' : '(Cancel|Close)'\}$/,
];

test('every dialog is left by "Cancel", and by another word only for its reason', () => {
  const found = sources.flatMap(([name, source]) =>
    [...source.matchAll(LEAVES)].map(([, word = '']) => ({ name, word })),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ word }) => !WORDS.some((one) => one.test(word)))).toEqual([]);
});

test('"Submit" stands only where the documents have it (LED-04), and for the virtual account beside it', () => {
  const found = sources.filter(([, source]) => source.includes('save="Submit"')).map(([name]) => name);
  expect(found.sort()).toEqual([
    'features/wallet/parts/DepositDialog.tsx',
    'features/wallet/parts/NewVirtualAccount.tsx',
  ]);
});
