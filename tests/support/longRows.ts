/** Lists with the longest values that people meet: names of four words, amounts of nine digits, everybody new. */
import type { Page } from '@playwright/test';

const NAME = 'Adéwálé Olúwafẹ́mi Ògúnsànyà-Adébáyọ̀kúnlé Stores';
const AMOUNT = '987654321.00';
/** Naira as text. A minus stays, because a credit is written in other words than a debt. */
const isAmount = (value: unknown): value is string => typeof value === 'string' && /^-?\d+\.\d\d$/.test(value);

/** `value` with long values at all depths. Names of states and of kinds are keys of texts, so only fields of names change. */
function longest(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => longest(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, longest(one, name)]));
  if (isAmount(value)) return value.startsWith('-') ? `-${AMOUNT}` : AMOUNT;
  if (typeof value === 'string' && value !== '' && /(^|_)name$/.test(key)) return NAME;
  if (key.endsWith('_is_new')) return true;
  if (key === 'cases' && typeof value === 'number') return 123_456.78;
  return value;
}

/** Answers of lists and reports have long values from now on. Rows that the page reads one by one, such as the profile, stay. */
export async function withLongRows(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET' || !/read_all|report|summary|reconciliation|discrepanc|claim/.test(pathname))
      return route.fallback();
    const response = await route.fetch();
    const answer: unknown = await response.json().catch(() => undefined);
    return answer === undefined ? route.fulfill({ response }) : route.fulfill({ response, json: longest(answer) });
  });
}
