/**
 * What a catalogue of which 1,000 products changed costs a tablet that has it open. Such a list is read anew after the tablet's own saved line, so the work of the page's
 * thread after a line with changes is compared with that after a line without.
 */
import { askOver, signInOver } from '../../support/overHttp.ts';
import { type BarePage, pause, until } from './bare.ts';
import { PICKER } from './ours.ts';

const CHANGED = 1_000;
/** Rows of one call. */
const BATCH = 125;

/** Milliseconds of the page's thread for the changes. The page stands on a transfer whose products can be searched. */
export async function deltaCost(page: BarePage, server: string): Promise<number> {
  await page.send('Performance.enable');
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  // The first line runs code that has never run.
  await line(page, 4_701);
  const usual = await worked(page, () => line(page, 4_702));
  await changePrices(server);
  await calm(page);
  const changed = await worked(page, () => line(page, 4_703));
  return Math.max(0, changed - usual);
}

async function changePrices(server: string): Promise<void> {
  const { data } = await signInOver(server, 'admin');
  // Another price in each round.
  const price = String(2_000 + (Date.now() % 100_000));
  for (let first = 1; first <= CHANGED; first += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, n) => `bp${first + n}`);
    const answer = await askOver(
      server,
      'POST',
      'product/update_bulk',
      { _id: ids, price: ids.map(() => price) },
      { token: data.token, key: crypto.randomUUID() },
    );
    const results = (answer.data as { results?: { code: number }[] } | null)?.results ?? [];
    if (results.length !== BATCH || results.some(({ code }) => code !== 200))
      throw new Error(`The prices were not changed: ${JSON.stringify(answer).slice(0, 300)}`);
  }
}

/** Adds a line by the keys, as a person does. */
async function line(page: BarePage, n: number): Promise<void> {
  const enter = async () => {
    for (const type of ['keyDown', 'keyUp'])
      await page.send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 });
  };
  await page.tell(`(${PICKER}.focus(), ${PICKER}.click())`);
  await pause(600);
  await page.send('Input.insertText', { text: `pack ${n}` });
  await until(page, `document.querySelector('[role=option]')?.textContent.includes('pack ${n}')`);
  await enter();
  await pause(800);
  await page.send('Input.insertText', { text: '7' });
  await pause(800);
  await enter();
  await until(page, `[...document.querySelectorAll('main tr')].some((one) => one.textContent.includes('pack ${n}'))`);
}

/** Milliseconds that the page's thread was at work until it is calm again. */
async function worked(page: BarePage, work: () => Promise<void>): Promise<number> {
  const before = await spent(page);
  await work();
  await calm(page);
  return (await spent(page)) - before;
}

async function spent(page: BarePage): Promise<number> {
  const { metrics } = await page.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** At least four seconds, and until the thread has had next to nothing to do for two. */
async function calm(page: BarePage): Promise<void> {
  await pause(4_000);
  let last = await spent(page);
  for (let still = 0; still < 8; ) {
    await pause(250);
    const now = await spent(page);
    still = now - last < 20 ? still + 1 : 0;
    last = now;
  }
}
