/** A brand, a manufacturer or a category without a picture shows a drawing of its goods, and no letters. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Picture } from '#crud/fields/Picture.tsx';

// The drawings themselves are in a style sheet of the page.
vi.mock('#crud/fields/packPictures.ts', () => ({
  packClass: (word: string, { body }: { body: string }) => `${word}-${body.slice(1)}`,
}));

const drawn = (name: string) => renderToStaticMarkup(createElement(Picture, { name, upload: null }));

test.each(['Knorr', 'Blue Band', 'Golden Morn', 'soft drink', 'Ọjà'])('%s is drawn', (name) => {
  expect(drawn(name)).toMatch(/^<span aria-hidden="true" class="pack [^"]*pack-tile[^"]*"><\/span>$/);
});

test('other goods have another drawing', () => {
  expect(drawn('Knorr')).not.toBe(drawn('Coca-Cola'));
});
