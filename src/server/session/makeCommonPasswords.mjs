// Makes commonPasswords.bin: node src/server/session/makeCommonPasswords.mjs LIST > src/server/session/commonPasswords.bin
// LIST is a text file with one password per line, the commonest first. Text after a blank is ignored. The file in this folder was made from
// data/passwords.txt of dropbox/zxcvbn at commit 67c4ece9efc40c9d0a1d7d995b2b22a91be500c2 (MIT licence; counted by Mark Burnett, public domain).
// It holds the first five bytes of each password's SHA-256, sorted, and no passwords.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The number of entries of any length, and the number of entries that are long enough for our own screens. */
const MOST = 10_000;
const SCREENS_LEAST = 8;
const BYTES = 5;

const all = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .map((line) => line.trim().split(/\s/)[0] ?? '')
  .filter(Boolean);
const long = all.filter((word) => [...word].length >= SCREENS_LEAST).slice(0, MOST);
const chosen = new Set([...all.slice(0, MOST), ...long]);
const spellings = (word) => {
  const first = word[0] ?? '';
  return [word, first.toUpperCase() + word.slice(1), first.toLowerCase() + word.slice(1), word.toUpperCase()];
};
const hashes = new Set(
  [...chosen].flatMap(spellings).map((word) =>
    createHash('sha256')
      .update(word)
      .digest('hex')
      .slice(0, BYTES * 2),
  ),
);
process.stdout.write(Buffer.from([...hashes].sort().join(''), 'hex'));
