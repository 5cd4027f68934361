/** The states of a page's session: every transition from every state is either made as the table says, or refused without a trace. */
import { describe, expect, test, vi } from 'vitest';
import { makeSession, type Profile, type SessionState } from '#client/session/state.ts';

const ADA: Profile = {
  _id: 'm1',
  user_id: 'ada',
  name: 'Ada',
  phone: null,
  email: 'ada@example.test',
  role: 'manager.staff',
  role_name: 'Staff',
  permissions: [],
  seller: null,
  must_change: false,
};
const LEKKI: Profile = { ...ADA, seller: { _id: 'lekki', name: 'Lekki' } };
/** The token of the page, a token that it held before, and one that a sign-in brings. */
const [HELD, OLDER, NEW] = ['held', 'older', 'new'];
const STARTING = { state: 'starting', profile: null, token: null } as const;
const IN = { state: 'in', profile: ADA, token: HELD, confirmedAt: 1_000 } as const;
const LOCKED = { state: 'locked', profile: ADA, token: HELD } as const;

const STATES = {
  starting: STARTING,
  found: { state: 'found', token: HELD, stored: ADA, shown: STARTING },
  'found without a profile': { state: 'found', token: HELD, stored: null, shown: STARTING },
  out: { state: 'out', profile: null, token: null },
  unreachable: { state: 'unreachable', profile: null, token: HELD },
  in: IN,
  locked: LOCKED,
  entering: { state: 'entering', token: HELD, shown: LOCKED },
  refused: { state: 'refused', token: HELD, shown: IN },
  leaving: { state: 'leaving', token: null, shown: IN },
  givenUp: { state: 'givenUp', token: HELD, shown: LOCKED },
} satisfies Record<string, SessionState>;
type Name = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Name[];

type Page = ReturnType<typeof makeSession>;
/** Each transition: the states from which it may be made, and where it leads. From every other state it is refused. */
const TRANSITIONS: [string, (page: Page) => boolean, Partial<Record<Name, SessionState['state']>>][] = [
  ['find', (page) => page.find(NEW, ADA), { starting: 'found' }],
  ['open', (page) => page.open(false), { found: 'in' }],
  ['open with the lock', (page) => page.open(true), { found: 'locked' }],
  ['miss', (page) => page.miss(), { found: 'unreachable', 'found without a profile': 'unreachable' }],
  [
    'enter',
    (page) => page.enter(NEW),
    {
      ...{ starting: 'entering', out: 'entering', unreachable: 'entering', in: 'entering', locked: 'entering' },
      ...{ entering: 'entering', refused: 'entering', leaving: 'entering' },
    },
  ],
  [
    'confirm',
    (page) => page.confirm(HELD, LEKKI, 2_000),
    { found: 'in', 'found without a profile': 'in', unreachable: 'in', in: 'in', locked: 'in', entering: 'in' },
  ],
  ['confirm with an older token', (page) => page.confirm(OLDER, LEKKI, 2_000), {}],
  ['lock', (page) => page.lock(), { in: 'locked' }],
  ['unlock', (page) => page.unlock(), { locked: 'in' }],
  [
    'refuse',
    (page) => page.refuse(HELD),
    {
      ...{ found: 'refused', 'found without a profile': 'refused', unreachable: 'refused' },
      ...{ in: 'refused', locked: 'refused', entering: 'refused' },
    },
  ],
  ['refuse an older token', (page) => page.refuse(OLDER), {}],
  [
    'leave',
    (page) => page.leave(HELD),
    {
      ...{ found: 'leaving', 'found without a profile': 'leaving', unreachable: 'leaving' },
      ...{ in: 'leaving', locked: 'leaving', entering: 'leaving', refused: 'leaving' },
    },
  ],
  ['leave with an older token', (page) => page.leave(OLDER), {}],
  ['leave without a token', (page) => page.leave(null), { starting: 'leaving', out: 'leaving', leaving: 'leaving' }],
  ['out', (page) => page.out(), { starting: 'out', leaving: 'out' }],
  ['giveUp', (page) => page.giveUp(), Object.fromEntries(NAMES.map((name) => [name, 'givenUp']))],
];
const pairs = TRANSITIONS.flatMap(([transition, make, leads]) =>
  NAMES.map((name) => ({ transition, make, name, next: leads[name] })),
);

describe('a transition', { tags: ['SES-10'] }, () => {
  test.each(pairs.filter(({ next }) => !next))('$transition is refused from $name, and nothing changes', (pair) => {
    const page = makeSession(STATES[pair.name]);
    const before = { shown: page.read(), token: page.token(), state: page.state(), reads: page.readsOf() };
    const heard = vi.fn();
    page.subscribe(heard);
    expect(pair.make(page)).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    expect(page.read()).toBe(before.shown);
    expect({ token: page.token(), state: page.state(), reads: page.readsOf() }).toEqual({
      token: before.token,
      state: before.state,
      reads: before.reads,
    });
  });

  test.each(pairs.filter(({ next }) => next))('$transition leads from $name to $next', (pair) => {
    const page = makeSession(STATES[pair.name]);
    const heard = vi.fn();
    page.subscribe(heard);
    const before = page.read();
    expect(pair.make(page)).toBe(true);
    // A step changes nothing on the screens; of a refused token the tablet must hear.
    expect(heard).toHaveBeenCalledTimes(before !== page.read() || pair.next === 'refused' ? 1 : 0);
    expect(page.state()).toBe(pair.next);
  });
});

describe('what a transition clears', () => {
  const pageAfter = (name: Name, make: (page: Page) => unknown) => {
    const page = makeSession(STATES[name]);
    make(page);
    return page;
  };

  test.each(['entering', 'refused', 'leaving', 'givenUp'] as const)(
    'the screens of a locked page stay hidden while it is %s',
    { tags: ['B10.11', 'SYNC-42'] },
    (step) => {
      const page = pageAfter('locked', (one) => {
        if (step === 'entering') one.enter(NEW);
        else if (step === 'refused') one.refuse(HELD);
        else if (step === 'leaving') one.leave(HELD);
        else one.giveUp();
      });
      expect([page.state(), page.read()]).toEqual([step, LOCKED]);
    },
  );

  test('a sign-in changes the token at once, so that a refusal of the token before ends nothing', {
    tags: ['SHELL-04'],
  }, () => {
    const page = pageAfter('locked', (one) => one.enter(NEW));
    expect([page.token(), page.holds(NEW), page.holds(HELD)]).toEqual([NEW, true, false]);
    expect(page.refuse(HELD)).toBe(false);
    expect(page.confirm(NEW, ADA, 0)).toBe(true);
    expect(page.read()).toMatchObject({ state: 'in', profile: ADA });
  });

  test('leaving takes the token at once, and the profile when nothing of the user is left', {
    tags: ['SES-09', 'SEC-19'],
  }, () => {
    const page = pageAfter('in', (one) => one.leave(HELD));
    expect([page.token(), page.readsOf()]).toEqual([null, ADA]);
    page.out();
    expect([page.token(), page.read().profile, page.readsOf()]).toEqual([null, null, null]);
  });

  test('a sign-in while the page is leaving stays', { tags: ['SES-09'] }, () => {
    const page = pageAfter('leaving', (one) => one.enter(NEW));
    expect([page.out(), page.state(), page.token()]).toEqual([false, 'entering', NEW]);
  });

  test('a token that was refused, and a page that is given up, are signed in no more', { tags: ['SHELL-04'] }, () => {
    for (const name of ['refused', 'givenUp'] as const) expect(makeSession(STATES[name]).holds(HELD)).toBe(false);
  });

  test('the server opens the lock and brings the new hub; the rows that were read are those of the profile before', {
    tags: ['PERM-50', 'B10.4a', 'B10.11'],
  }, () => {
    const page = makeSession(STATES.found);
    expect(page.readsOf()).toBe(ADA);
    page.confirm(HELD, LEKKI, 2_000);
    expect([page.read(), page.readsOf()]).toEqual([
      { state: 'in', profile: LEKKI, token: HELD, confirmedAt: 2_000 },
      LEKKI,
    ]);
  });

  test('a lock that the password opened is confirmed by the server soon', { tags: ['B10.11'] }, () => {
    expect(pageAfter('locked', (one) => one.unlock()).read()).toMatchObject({ state: 'in', confirmedAt: 0 });
  });
});
