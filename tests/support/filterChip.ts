/** The chip of a filter: a combobox whose list of options opens above the page (src/crud/fields/FilterSelect.tsx). */
import { expect, type Locator } from '@playwright/test';

/** An option: its value, or its label. */
type Wanted = string | { label: string };

/** The open list of the chip. An open list and its search have the chip's name too, and stand behind it. */
async function listOf(found: Locator): Promise<Locator> {
  const chip = found.first();
  if ((await chip.getAttribute('aria-expanded')) !== 'true') await chip.click();
  const list = chip.page().locator(`[id="${await chip.getAttribute('aria-controls')}"]`);
  await expect(list).toBeVisible();
  return list;
}

const optionIn = (list: Locator, wanted: Wanted) =>
  typeof wanted === 'string'
    ? list.locator(`[role="option"][data-value="${wanted}"]`)
    : list.getByRole('option', { name: wanted.label, exact: true });

/** Sets a filter to these options and to no other. A list of several values takes some; the first option lets everything through. */
export async function setFilter(chip: Locator, ...wanted: Wanted[]): Promise<void> {
  const list = await listOf(chip);
  if ((await list.getAttribute('aria-multiselectable')) !== 'true') {
    expect(wanted).toHaveLength(1);
    await optionIn(list, wanted[0] ?? '').click();
    await expect(list).toBeHidden();
    return;
  }
  const options = wanted.map((one) => optionIn(list, one));
  for (const option of options)
    if ((await option.getAttribute('aria-selected')) !== 'true') {
      await option.click();
      // An option that stands alone closes the list.
      if (!(await list.isVisible())) return;
    }
  const values = new Set<string | null>();
  for (const option of options) values.add(await option.getAttribute('data-value'));
  const ticked = await list
    .locator('[aria-selected="true"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-value') ?? ''));
  for (const value of ticked) if (!values.has(value)) await optionIn(list, value).click();
  await chip.page().keyboard.press('Escape');
  await expect(list).toBeHidden();
}

/** The texts of all options. */
export async function filterOptions(chip: Locator): Promise<string[]> {
  const list = await listOf(chip);
  const texts = await list.getByRole('option').allTextContents();
  await chip.page().keyboard.press('Escape');
  await expect(list).toBeHidden();
  return texts;
}
