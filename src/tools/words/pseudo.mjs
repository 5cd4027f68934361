// A language that nobody speaks: every text of the catalogue with accents, a third longer, in brackets. What has no brackets on a screen is not in the
// catalogue; what is cut or lies on something else breaks in the first real language that is longer than English.
import { catalogued, contextOf, isNone, keyOf } from './catalogue.mjs';

/** Letters that the app's typeface has (docs/decisions/0233). */
const ACCENTS = Object.fromEntries(
  ['aá', 'cç', 'eé', 'ií', 'kƙ', 'nñ', 'oó', 'sṣ', 'uú', 'yý', 'AÁ', 'EÉ', 'IÍ', 'OÓ', 'UÚ'].map((pair) => [...pair]),
);
const MORE = ' one two three four five six seven eight nine ten';

/** "[Šávé one]" for "Save". Holes and tags stay as they are. */
export function pseudo(text) {
  const parts = text.split(/(\{\w+\}|<\/?\d+\/?>)/);
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length;
  const accented = parts
    .map((part, at) => (at % 2 === 0 ? part.replace(/[a-zA-Z]/g, (one) => ACCENTS[one] ?? one) : part))
    .join('');
  const [, before, words, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(accented);
  return `${before}[${words}${MORE.repeat(1 + Math.ceil(letters / 150))
    .slice(0, Math.ceil(letters / 3))
    .trimEnd()}]${after}`;
}

/** Like `translatorOf` for a real language, over the committed catalogue. */
export function pseudoTranslator() {
  const known = catalogued();
  return (message) => {
    if (isNone(message) || !known.has(keyOf(message.id, contextOf(message)))) return null;
    return message.many === undefined ? [pseudo(message.id)] : [pseudo(message.id), pseudo(message.many)];
  };
}
