// npm run words: updates the catalogues of src/locales; `-- --check` only checks whether they are up to date, `-- ha` adds a language, `-- --glued` lists the
// texts that are concatenated from parts.
import { ensureInstalled } from './bootstrap.mjs';

ensureInstalled();
const { collected, refresh, stale } = await import('./words/catalogue.mjs');

const args = process.argv.slice(2);
if (args.includes('--check')) {
  const old = stale();
  if (old.length > 0) {
    process.stderr.write(
      `Not up to date: ${old.map((one) => `src/locales/${one}.po`).join(', ')}. Run: npm run words\n`,
    );
    process.exit(1);
  }
} else if (args.includes('--glued')) {
  for (const { id, paths, kinds } of collected().values())
    if (kinds.has('part of a longer text') || /^[\s,;:]|[\s,;:]$/.test(id))
      process.stdout.write(`${JSON.stringify(id)}  ${[...paths].join(' ')}\n`);
} else {
  const more = args.filter((one) => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(one));
  for (const [locale, text] of refresh(more))
    process.stdout.write(`src/locales/${locale}.po: ${text.split('\nmsgid ').length - 1} texts\n`);
}
