/** What the app says in several places stands in one, so that it can be changed and translated there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The browser's side. The contract says its refusals field by field; the server has no screens. */
const FOLDERS = ['app', 'client', 'crud', 'domain', 'features', 'offline', 'ui'];
const LITERAL = /'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|>\s*([^<>{}]+?)\s*</g;
const SENTENCE = /^\p{Lu}.* .*[.!?]$/u;

/** The sentences a source says: in quotes or between tags, on one line, comments left out. */
function sentencesOf(source: string): Set<string> {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = new Set<string>();
  for (const [, single, double, between] of code.matchAll(LITERAL)) {
    const text = (single ?? double ?? between ?? '').replace(/\s+/g, ' ');
    if (SENTENCE.test(text)) found.add(text);
  }
  return found;
}

/** Sentences that two or more files say, with the files. */
function repeatedTexts(files: ReadonlyMap<string, string>): string[] {
  const placesOf = new Map<string, string[]>();
  for (const [name, source] of files)
    for (const text of sentencesOf(source)) placesOf.set(text, [...(placesOf.get(text) ?? []), name]);
  return [...placesOf].filter(([, names]) => names.length > 1).map(([text, names]) => `${text} (${names.join(', ')})`);
}

const sources = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [join(folder, name), readFileSync(join('src', folder, name), 'utf8')] as const),
  ),
);

/** A text of the catalogue with the kinds of its places, such as "button". */
interface Entry {
  text: string;
  kinds: readonly string[];
  files: readonly string[];
}

/** All texts of ours that a browser shows (docs/translating.md). */
function entriesOf(catalogue: string): Entry[] {
  return catalogue
    .split('\n\n')
    .map((block) => {
      const quoted = /^msgid ((?:.*\n)*?)msgstr/m.exec(block.replace(/^msgid_plural /m, ''))?.[1] ?? '';
      return {
        text: [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join(''),
        kinds: /^#\. (.*)$/m.exec(block)?.[1]?.split(', ') ?? [],
        files: [...block.matchAll(/^#: (.*)$/gm)].map(([, file = '']) => file),
      };
    })
    .filter(({ text }) => text !== '');
}

/** The vocabulary of docs/glossary.md ("How our texts are written"). `not`: texts that stay, each for a reason. */
const VOCABULARY: readonly { wrong: RegExp; instead: string; not?: readonly string[] }[] = [
  { wrong: /\u2019/, instead: "the straight '" },
  { wrong: /\\"/, instead: 'the quotation marks “ ”' },
  // The documents' placeholder (DOFF-02).
  { wrong: /\.\.\./, instead: 'the sign …', not: ['Search officers...'] },
  // A group of the menu: hubs, distributors, locations.
  { wrong: /network/i, instead: 'connection', not: ['Network'] },
  { wrong: /\bby itself\b/, instead: 'automatically' },
  { wrong: /server can be reached/, instead: 'when there is a connection' },
  { wrong: /^No results|^Nobody found/, instead: 'No match' },
  { wrong: /, (cases|units|NGN|₦)$/, instead: 'the unit in brackets', not: ['{TITLES}, cases'] },
  {
    wrong: /^Search (?!(\w+ )?by |\{|everywhere).*( or |, )/,
    instead: 'Search by …',
    not: ['Search, or start a task'],
  },
  { wrong: /^Select /, instead: 'Choose' },
  { wrong: /\b(e-mail|temporary password|carton)\b/i, instead: 'email, starter password, case' },
  { wrong: /^(Load|Register) /, instead: 'Upload, Add' },
  { wrong: /representative/i, instead: 'sales rep' },
  { wrong: /\b(some|any|every)one\b|\bno one\b/i, instead: 'somebody, anybody, nobody' },
  // The documents' sentence of a quantity (UI-14, B13) has a dash.
  { wrong: /^(?!Quantity must be).* between .* - /, instead: 'between … and …' },
  { wrong: /\ball the same\b/, instead: 'anyway' },
  { wrong: /\blook (at|whether|again)\b/i, instead: 'check' },
  {
    wrong: /\banother count\b/i,
    instead: 'recount',
    not: ['You can count again later: another count opens your part again.', 'Another count opens it again.'],
  },
];

/** The files whose texts an officer reads in a transfer, a count or a handover. */
const OF_OFFICERS =
  /^src\/(domain\/(lineWords|handover\/)|features\/stock\/(transfer|count|handover|scan|parts)\/|offline\/outbox\/stocktakes|server\/stock\/)/;
/** Texts of the documents, wherever they are read. */
const OF_DOCUMENTS = [
  'Saved on this tablet. It will be sent when you are online.',
  '# change on this tablet has not been sent# changes on this tablet have not been sent',
  ', minus {waiting} waiting on this tablet',
];

/** A button and the title of its dialog: verb and noun, without an article. */
const ARTICLE = /^(Add|Cancel|Close|Create|Discard|Edit|Post|Remove|Save|Send|Start|Upload) (a|an|the|this) [^.]*$/;
/** Acts of the command bar and the cards of Start here are whole sentences, and so are the descriptions of keys. */
const SENTENCES = /^src\/(app\/command|features\/session\/start|app\/shell\/VersionDialog)/;
const WITH_ARTICLE = [
  // Drawn so (t9).
  'Add a tablet',
  // Beside the name of a list that is empty.
  'Create the first one',
  // The name of a field.
  'Send a message when',
  // Whole questions.
  'Discard this change?',
  'Discard this line?',
];

describe('texts', () => {
  test('the measure sees a planted pair, in quotes and between tags, and no comment', () => {
    const planted = new Map([
      ['one.ts', "// 'Never mind me.'\nconst notice = 'The goods are gone.';"],
      ['two.tsx', 'return <p>\n  The goods are gone.\n</p>; /* Never mind me. */'],
      ['three.ts', "const other = 'Goods';"],
    ]);
    expect(repeatedTexts(planted)).toEqual(['The goods are gone. (one.ts, two.tsx)']);
  });
  test('no sentence is written in two places', () => {
    expect(sources.size).toBeGreaterThan(200);
    expect(repeatedTexts(sources)).toEqual([]);
  });

  const entries = entriesOf(readFileSync('src/locales/en.po', 'utf8'));

  test('each text uses the one word and the one sign of the vocabulary', () => {
    expect(entries.length).toBeGreaterThan(4000);
    const found = entries
      // The words by which goods and acts are found are no texts.
      .filter(({ files }) => !files.every((file) => /^src\/(app\/command|crud\/fields\/pack)\//.test(file)))
      .flatMap(({ text, files }) =>
        VOCABULARY.filter(({ wrong, not }) => wrong.test(text) && !not?.includes(text)).map(
          ({ instead }) => `${text} (${files.join(', ')}): ${instead}`,
        ),
      );
    expect(found).toEqual([]);
  });

  test('the screens of transfers, counts and handovers say "this tablet", all others "this device"', () => {
    const found = entries
      .filter(({ text }) => /\bthis (tablet|device)\b/i.test(text) && !OF_DOCUMENTS.includes(text))
      .filter(({ text, files }) => files.some((file) => OF_OFFICERS.test(file) !== /\bthis tablet\b/i.test(text)))
      .map(({ text, files }) => `${text} (${files.join(', ')})`);
    expect(found).toEqual([]);
  });

  test('a button and the title of a dialog have no article', () => {
    const found = entries
      .filter(({ kinds }) => ['button', 'heading', 'label'].some((kind) => kinds.includes(kind)) || kinds.length === 0)
      .filter(({ files }) => !files.some((file) => SENTENCES.test(file)))
      .filter(({ text }) => ARTICLE.test(text) && !WITH_ARTICLE.includes(text))
      .map(({ text, files }) => `${text} (${files.join(', ')})`);
    expect(found).toEqual([]);
  });
});
