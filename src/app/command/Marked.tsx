import { searchable } from '#domain/text.ts';
import { beginnings, meantWords } from './words.ts';

/**
 * A text with the typed words in the accent colour, where they begin its words. `inside`: a typed word that begins no word is marked inside a word,
 * because records are found by it too. A text whose length changes when its letters are folded stays plain.
 */
export function Marked({ text, wanted, inside }: { text: string; wanted: string; inside: boolean }) {
  const composed = text.normalize('NFC');
  const folded = [...composed].map((letter) => searchable(letter));
  if (folded.some((letter) => letter.length !== 1)) return text;
  const plain = folded.join('');
  const on = new Set<number>();
  for (const word of meantWords(wanted)) {
    const [start = inside ? plain.indexOf(word) : -1] = beginnings(plain, word);
    for (let at = start; start >= 0 && at < start + word.length; at++) on.add(at);
  }
  // Neighbouring letters are one piece if all of them are typed or none is.
  const pieces: { letters: string; isTyped: boolean }[] = [];
  for (const [at, letter] of [...composed].entries()) {
    const last = pieces.at(-1);
    if (last?.isTyped === on.has(at)) last.letters += letter;
    else pieces.push({ letters: letter, isTyped: on.has(at) });
  }
  return pieces.map(({ letters, isTyped }, at) => (
    <span key={at} className={isTyped ? 'text-accent' : undefined}>
      {letters}
    </span>
  ));
}
