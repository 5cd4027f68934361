/** Controls that need the server: pale, in their place and with the reason while it is away; as before when it is back. */
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { needsServer } from '#features/session/home/transferAct.ts';
import { setAway } from '#ui/hooks/useAway.ts';
import { NoRows } from '#ui/list/NoRows.tsx';
import { ServerButton, ServerIcon, ServerItem, ServerSwitch } from '#ui/ServerButton.tsx';

const nothing = () => undefined;
const CONTROLS: readonly (readonly [string, ReactElement])[] = [
  ['a button', createElement(ServerButton, null, 'Save')],
  ['a button that lacks something', createElement(ServerButton, { disabled: true } as never, 'Save')],
  ['an icon', createElement(ServerIcon, { icon: 'trash', label: 'Delete' })],
  ['a row of a menu', createElement(ServerItem, { disabled: true }, 'Cancel')],
  ['a switch', createElement(ServerSwitch, { label: 'On', checked: true, onChange: nothing })],
];
const WHY = 'title="This needs a connection. It will work again when you are online."';

afterEach(() => setAway(false));

describe('a control that needs the server', { tags: ['K26'] }, () => {
  test.each(CONTROLS)('%s waits for it', (_name, control) => {
    setAway(true);
    const drawn = renderToString(control);
    expect(drawn).toContain('aria-disabled="true"');
    expect(drawn).toContain(WHY);
    // It keeps the focus, so that a press can be answered.
    expect(drawn).not.toMatch(/ disabled=""/);
    setAway(false);
    expect(renderToString(control)).not.toContain(WHY);
    expect(renderToString(control)).not.toContain('aria-disabled=');
  });

  test('of the work of a home, what a tablet does by itself and what can be read do not wait', () => {
    expect(needsServer({ text: 'Complete', to: '/purchase-orders/one' })).toBe(true);
    expect(needsServer({ text: 'Approve', to: '/inventory/stocktakes/one' })).toBe(true);
    expect(needsServer({ text: 'Open', to: '/order-groups/one' })).toBe(false);
    expect(needsServer({ text: 'Receive', to: '/inventory/shipment/in' })).toBe(false);
    expect(needsServer({ text: 'Count', to: '/inventory/count/one' })).toBe(false);
  });
});

describe('a list without rows', { tags: ['UI-25'] }, () => {
  const drawn = (props: Partial<Parameters<typeof NoRows>[0]>) =>
    renderToString(createElement(NoRows, { title: 'No brands found', onClear: nothing, ...props }));

  test('names the search, and takes it away', () => {
    expect(drawn({ search: 'zz' })).toContain('No match for “zz”. Try fewer letters or another spelling.');
    expect(drawn({ search: 'zz', isFiltered: true })).toContain('No match for “zz” with these filters.');
    expect(drawn({ isFiltered: true })).toContain('No match with these filters.');
    for (const narrow of [{ search: 'zz' }, { isFiltered: true }]) {
      expect(drawn(narrow)).toContain('Clear search and filters');
      expect(drawn(narrow)).toContain('#find');
    }
  });

  test('says why it is empty although nothing leaves rows out, and has nothing to clear', () => {
    expect(drawn({ why: 'There are none yet.' })).toContain('There are none yet.');
    expect(drawn({ why: 'There are none yet.' })).toContain('#stall');
    expect(drawn({})).not.toContain('<button');
    // The reason of an empty list is no reason of an empty search.
    expect(drawn({ why: 'There are none yet.', search: 'zz' })).not.toContain('Nobody');
  });
});
