/** What a tablet does with 1,000 products that got another name while it shows the catalogue: it saves a line, after which every read is made anew. */
import { askOver, signInOver } from '#tests/support/overHttp.ts';
import { type BarePage, openedAt, pause, until } from './bare.ts';
import { PICKER, SEARCH, USER } from './ours.ts';
import { note, type Samples } from './table.ts';
import { PRODUCTS, type World } from './world.ts';

const CHANGED = 1_000;
/** How many calls change products at once. */
const AT_ONCE = 8;
const OPTIONS = `[...document.querySelectorAll('[role=option]')]`;

export async function changes(page: BarePage, desk: string, { api }: World, found: Samples): Promise<void> {
  const word = `Zulu${(found.get('u20') ?? []).length}`;
  await openedAt(page, desk);
  // The words of the old catalogue are folded, as of a tablet in use.
  await pause(20_000);
  await rename(api, word);
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.tell(WATCH);
  await type(page, SEARCH);
  await until(page, `${OPTIONS}.length === 1`);
  await press(page, 'Enter');
  await pause(1_000);
  await type(page, '7', '');
  // The name is searched before it can be found: it stands there when the answer has come.
  await page.tell(
    `(window.came = null, window.stall = window.probe.stall(), window.probe.painted(() => ${OPTIONS}.some((one) => one.textContent.includes('${word}'))).then((at) => { window.came = at; window.stalled = window.stall.stop(); }), 0)`,
  );
  await press(page, 'Enter');
  for (let tries = 0; tries < 1_000 && !(await page.tell<boolean>('window.requested !== null')); tries += 1)
    await pause(20);
  await page.tell(`(${PICKER}.focus(), ${PICKER}.select(), ${PICKER}.click(), 0)`);
  await page.send('Input.insertText', { text: word });
  const isThere = await until(page, 'window.came !== null').then(
    () => true,
    () => false,
  );
  // A tablet gives a read up after 30 s and shows its copy.
  if (!isThere) {
    process.stdout.write(`The ${CHANGED} changes did not come within a minute.\n`);
    note(found, 'u20', Number.NaN);
    return;
  }
  const [from, to, stall] = await page.tell<number[]>('[window.requested, window.came, window.stalled]');
  await allCame(page, word);
  note(found, 'u20', (to ?? Number.NaN) - (from ?? Number.NaN));
  note(found, 'u20b', stall ?? Number.NaN);
}

/** Notes when the page requests the catalogue; its worker makes the request. */
const WATCH = `(() => {
  window.requested = null;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.step === 'ask' && message.url.includes('read_by_party')) window.requested ??= performance.now();
    return post.call(this, message, ...more);
  };
})()`;

/** The first, a middle and the last of the changed products are found by the names that they have now, and so are 1,000 in all. */
async function allCame(page: BarePage, word: string): Promise<void> {
  await pause(1_000);
  const count = await page.tell<string | null>(`${OPTIONS}[0].getAttribute('aria-setsize')`);
  if (Number(count) !== CHANGED) throw new Error(`The search finds ${count} of ${CHANGED} changed products.`);
  for (const n of [0, CHANGED / 2, CHANGED - 1]) {
    await type(page, `${word} ${wordOf(numberOf(n))}`);
    await until(page, `${OPTIONS}.length === 1 && ${OPTIONS}[0].textContent.includes('${wordOf(numberOf(n))}')`);
  }
}

/** The changed products lie in all parts of the catalogue. The product of the line that is added keeps its name. */
const numberOf = (n: number) => Math.floor(PRODUCTS / CHANGED) * n + 2;
/** A word that no other product has. */
const wordOf = (n: number) => `pack${n}x`;

async function rename(api: string, word: string): Promise<void> {
  const { token } = (await signInOver(api, USER)).data;
  const left = Array.from({ length: CHANGED }, (_, n) => numberOf(n));
  const one = async () => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) {
      const { code, message } = await askOver(
        api,
        'POST',
        'product/update',
        { _id: `bp${n}`, name: `${word} ${wordOf(n)} tin` },
        { token, key: crypto.randomUUID() },
      );
      if (code !== 200) throw new Error(`${code} ${message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Types into a field, by default the picker, in place of what stands there. */
async function type(page: BarePage, text: string, field = PICKER): Promise<void> {
  if (field) await page.tell(`(${field}.focus(), ${field}.select(), ${field}.click(), 0)`);
  for (const letter of text) {
    await press(page, letter, letter);
    await pause(60);
  }
}

async function press(page: BarePage, key: string, text = key === 'Enter' ? '\r' : ''): Promise<void> {
  const code = key === 'Enter' ? { windowsVirtualKeyCode: 13 } : {};
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, ...code });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...code });
}
