/** A stranger finds in `docs` whatever the code refers to: every rule and row by its id, every page by its link. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error: plain Node, without types, because nothing may be installed when it runs
import { gitFiles, root } from '../src/tools/bootstrap.mjs';
import { allRows, areaOf } from '../src/tools/coverageSpec.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = (): string[] => gitFiles('*.md');
const code = (): string[] => gitFiles('src', 'tests').filter((file: string) => /\.(tsx?|mjs|sql|css)$/.test(file));

/** `WH-04`, `SYNC-26`, `A18`, `B5.3`, `F9`, `K21`: ids of requirement rows, of the queue's rules and of house rules. */
const ID = /\b(?:([A-Z]{2,6})-\d{2}|[ABFK][1-9]\d?(?:\.\d{1,2})?[a-z]?)\b/g;

const areas = () => new Set<string>([...allRows().map(areaOf), 'SYNC', 'SEC']);

/** The ids that `docs` explains. A numbered rule of docs/queue.md, `26. …`, is SYNC-26. */
function defined(): Set<string> {
  const texts = pages().filter((file) => file.startsWith('docs/requirements/') || file === 'docs/queue.md');
  const ids = texts.flatMap((file) => [...read(file).matchAll(ID)].map((found) => found[0]));
  const rules = [...read('docs/queue.md').matchAll(/^(\d{1,2})\. /gm)].map(
    (found) => `SYNC-${String(found[1]).padStart(2, '0')}`,
  );
  return new Set([...ids, ...rules]);
}

describe('the words of the house', () => {
  test('the README has at most 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151);
  });

  test('every id that stands in code or tests is explained in docs', () => {
    const known = defined();
    const inUse = areas();
    const missing = code().flatMap((file) =>
      [...read(file).matchAll(ID)]
        .filter((found) => found[1] === undefined || inUse.has(found[1]))
        .map((found) => found[0])
        .filter((id) => !known.has(id))
        .map((id) => `${file}: ${id}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test('every link of a page leads to a file', () => {
    const dead = pages().flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((found) => found[1] ?? '')
        .filter((target) => !/^(https?:|mailto:)/.test(target))
        .filter((target) => !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('the index of pages in the README names every page of docs', () => {
    const readme = read('README.md');
    const unnamed = pages().filter((page) => /^docs\/[^/]+$/.test(page) && !readme.includes(`(${page})`));
    expect(unnamed).toEqual([]);
  });

  test('every file of the source that a page names is there', () => {
    const all: string[] = gitFiles('src', 'tests', 'public');
    const dead = pages()
      // A proof describes the code of its day, the change log that of its release; "acme" is an example of a channel.
      .filter((page) => !/^docs\/proof\/|^CHANGELOG/.test(page))
      .flatMap((page) =>
        [...read(page).matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|json|sql|css))`/g)]
          .map((found) => found[1] ?? '')
          .filter(
            (named) =>
              !/acme/.test(named) && !existsSync(join(root, named)) && !all.some((file) => file.endsWith(`/${named}`)),
          )
          .map((named) => `${page}: ${named}`),
      );
    expect(dead).toEqual([]);
  });

  test('an exported type has one meaning in the whole source', () => {
    const places = new Map<string, string[]>();
    // The tool that writes the tables holds the text of the same type.
    for (const file of gitFiles('src').filter((one: string) => /\.tsx?$/.test(one) && !one.endsWith('/tableTypes.ts')))
      for (const [, name = ''] of read(file).matchAll(/^export (?:declare )?(?:interface|type|class|enum) (\w+)/gm))
        places.set(name, [...(places.get(name) ?? []), file]);
    const twice = [...places].filter(([, files]) => files.length > 1);
    expect(twice.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
  });

  test('the field has words for these: no private name comes back', () => {
    const dialect =
      /(?:interface|type|class|function|const|let) (Asked|Told|Asker|Ways|allAnswers|answerRows|answerTogether|useHeld|useHold|useAskKey|useWrite|useAddressed|useHere|useSteady|useSought|useAmong|everythingIsStale|keepReadsIn|carryToken|reading(?:Page|All|One|By|AsLooked)|restand|stoodOn|standsOn|giveWayTo|closeAgain|closeKey|oneLook|lineNow|sentElsewhere|letGo|goesOn|giveWay|cardOf|useOpsThatMove|Whole)\b/g;
    const laterNames = [
      'LookAlike|lookAlikesOf|takeLookAlike|rejoinLanes|HeldHalf|halvesHere|takingHere|inKeep|bringers|heldOps|shownHere|hearStored',
      'someAtOnce|untilItComes|didNotCome|demandedPlace|heldToken|moneyTold|totalsTold|goneOf|armedAgain|meantBy|tellLinks|carryName',
      'HeldLot|LineLook|Past|Held|Heard',
      'fillsForm|useFirstHit|laidOver|useLaidOver|goneOn|thereThen|cameTo|isLookedAt|tookAll|keepMeant|MeantGoods|unmended',
      'KeptPlans|DatabaseAway|inPipe|takeForPipe|sendSoon|freshReads|whoAsks|mayAsk|holdKeys|holdersOf|readsAsNamed|oneAtATime',
    ];
    const secondReading = new RegExp(`(?:interface|type|class|function|const|let) (${laterNames.join('|')})\\b`, 'g');
    const found = code().flatMap((file) =>
      [dialect, secondReading].flatMap((words) =>
        [...read(file).matchAll(words)].map(([, word]) => `${file}: ${word}`),
      ),
    );
    expect(found).toEqual([]);
  });

  test('a name says what it holds: request, input, answer or result, not who asked or told', () => {
    const compound = '(?:(?:told|asked|said)(?:[A-Z]\\w*)?|\\w*(?:Told|Asked|Said)(?:[A-Z]\\w*)?|TOLD|ASKED|SAID)';
    const declared = (name: string) => [
      `(?:const|let|function|interface|type|class|\\.\\.\\.) ?(${name})\\b`,
      `[({,] ?(${name})(?:\\??: (?:[A-Z(]|string|number|boolean|readonly|unknown)|\\) =>)`,
    ];
    const inside = (name: string) => [
      `[{[] ?(?:[\\w.: =]+, )*(?:\\w+: )?(${name})(?:, [\\w.: =,]+)? ?[}\\]](?: =|: \\w|\\) )`,
      `^ +(${name})\\??: (?:[A-Z(]|string|number|boolean|readonly|unknown)`,
      ` (${name})=[{"]`,
    ];
    const rooms: [RegExp, string[]][] = [
      [/^(src|tests)\//, declared(compound)],
      [
        /^(src\/(features|ui|crud|app|sw|tools)|tests\/(features|ui|crud|app|tools|journeys|support))\//,
        inside(compound),
      ],
    ];
    const found = code().flatMap((file) =>
      rooms
        .filter(([room]) => room.test(file))
        .flatMap(([, names]) => names.flatMap((name) => [...read(file).matchAll(new RegExp(name, 'gm'))]))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
