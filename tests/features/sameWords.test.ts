/** A screen with the documents' word for a thing also shows our own word for it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTY_TYPES, WAREHOUSE_TYPE_ALSO, WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';

const source = (path: string) => readFileSync(new URL(`../../src/features/${path}`, import.meta.url), 'utf8');

test.each([
  ['people/buyers.tsx', 'sameTexts.buyer'],
  ['orders/fulfilment.tsx', 'sameTexts.buyer'],
  ['orders/orderGroups.tsx', 'sameTexts.group'],
  ['orders/retention.tsx', 'sameTexts.buyer'],
  ['orders/walletReport.tsx', 'sameTexts.buyer'],
  ['people/salesOfficers.tsx', 'sameTexts.seller'],
  ['network/sellers.tsx', 'sameTexts.seller'],
])('%s has the glossary’s word under its title', (path, text) => {
  expect(source(path)).toMatch(new RegExp(`note[=:].*${text.replace('.', '\\.')}`));
});

test('the type of a warehouse is the documents’ word, followed by the glossary’s word for the owner', {
  tags: ['WH-11'],
}, () => {
  expect(
    PARTY_TYPES.map((type) => [WAREHOUSE_TYPE_LABEL[type], WAREHOUSE_TYPE_ALSO[type]?.text ?? '']).toSorted(),
  ).toEqual([
    ['Distributor', ''],
    ['Sales Officer', 'delivery associate'],
    ['Seller', 'hub'],
  ]);
});
