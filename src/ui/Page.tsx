import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { classes } from './classes.ts';
import { useTitle } from './hooks/useTitle.ts';
import { Icon } from './Icon.tsx';

interface Props {
  title: ReactNode;
  /** Shown under the title: a count, or the time of the data. */
  note?: ReactNode;
  actions?: ReactNode;
  /** `wizard` and `form` are narrow (CONST-20: 750 px). */
  width?: 'full' | 'wizard' | 'form';
  children: ReactNode;
}

/** Title, actions and body of a screen, with a common left edge. */
export function Page({ title, note, actions, width = 'full', children }: Props) {
  const [copies] = useState(copiesOfAPage);
  const heading = useTitle();
  return (
    <div
      className={classes(
        // With a bar of buttons the page fills the window even if its list is short, so that the bar is always at the bottom and messages are above
        // it.
        'mx-auto flex w-full flex-col gap-5 px-4 pt-2 pb-5 sm:px-6 in-data-barred:min-h-[calc(100dvh-3.4375rem)]',
        width === 'wizard' && 'max-w-[49.875rem]',
        width === 'form' && 'max-w-2xl',
        width === 'full' && 'max-w-[87.5rem]',
      )}
    >
      {/* The title's line is as high as a button, with or without buttons and a note, so that the name of every screen is at the same place. It is as far from the header as the title of a list. */}
      <header className="relative mb-1 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-sm:flex-[1_1_11rem]">
          <h1 ref={heading} className="page-title">
            {title}
          </h1>
          {note && <div className="-mt-1.5 text-sm text-ink-faint compact:mt-0">{note}</div>}
        </div>
        {/* Acts that come late grow to the left, in room that is theirs already. */}
        {actions && (
          <div className="page-acts no-print flex flex-wrap gap-2 has-[>[data-grows]]:sm:grow">{actions}</div>
        )}
        <OldestCopy of={copies} />
      </header>
      <OfThisPage value={copies}>{children}</OfThisPage>
    </div>
  );
}

interface Copy {
  /** Epoch milliseconds. */
  at: number;
  words: string;
  /** The same for a page that shows a newer copy too. */
  later: string;
  /** The same for a page of which a part is not stored. */
  incomplete?: string;
}

/** The store of saved-copy ages that the parts of one screen report. */
export function copiesOfAPage() {
  const copies = new Map<string, Copy>();
  const readers = new Set<() => void>();
  let lacking = 0;
  let oldest: Copy | null = null;
  const changed = () => {
    const all = [...copies.values()];
    oldest = all.reduce<Copy | null>((old, one) => (old && old.at <= one.at ? old : one), null);
    if (oldest && all.some(({ words }) => words !== oldest?.words)) oldest = { ...oldest, words: oldest.later };
    if (oldest && lacking > 0) oldest = { ...oldest, words: oldest.incomplete ?? oldest.words };
    for (const reader of readers) reader();
  };
  return {
    say: (who: string, copy: Copy) => {
      copies.set(who, copy);
      changed();
      return () => {
        copies.delete(who);
        changed();
      };
    },
    /** A part of the screen is not stored. */
    lack: () => {
      lacking += 1;
      changed();
      return () => {
        lacking -= 1;
        changed();
      };
    },
    subscribe: (reader: () => void) => {
      readers.add(reader);
      return () => void readers.delete(reader);
    },
    oldest: () => oldest,
  };
}
type Copies = ReturnType<typeof copiesOfAPage>;

export const OfThisPage = createContext<Copies | null>(null);

/**
 * Shows under the head of the screen that a part shows a saved copy from `at` (epoch milliseconds). Of several copies only the oldest is shown, with `later`: that
 * others are newer.
 * `isDue`: false while the answer may still come soon, so that nothing is shown.
 * @returns false if the part is not inside a Page; it must then show the age itself
 */
export function useCopyOnPage(at: number, words: string, later: string, isDue = true, incomplete = words): boolean {
  const copies = useContext(OfThisPage);
  const who = useId();
  useLayoutEffect(
    () => (isDue ? copies?.say(who, { at, words, later, incomplete }) : undefined),
    [copies, who, at, words, later, incomplete, isDue],
  );
  return copies !== null;
}

/** Adds to the age of the copy under the head that a part is missing. The part itself stays quiet (decision 1513). */
export function useLackOnPage(): void {
  const copies = useContext(OfThisPage);
  useLayoutEffect(() => copies?.lack(), [copies]);
}

const noCopies = { subscribe: () => () => undefined, oldest: () => null };

/** Whether any part of this screen shows a saved copy. */
export function useHasCopy(): boolean {
  const { subscribe, oldest } = useContext(OfThisPage) ?? noCopies;
  return useSyncExternalStore(subscribe, oldest, oldest) !== null;
}

const COPY_PLACE = {
  gap: 'absolute top-full left-0 h-6 max-w-full gap-1.5 text-sm leading-5',
  // Under the title of a list, whose place is as wide as the age.
  list: 'list-copy',
} as const;

/**
 * The age of the oldest copy, at a place where it takes no space: it appears late and must not move anything under a finger.
 * It is a component of its own, so that a change renders only this line and not the screen.
 */
export function OldestCopy({ of, place = 'gap' }: { of: Copies; place?: keyof typeof COPY_PLACE }) {
  const copy = useSyncExternalStore(of.subscribe, of.oldest);
  return (
    <div aria-live="polite" className={classes('flex items-center whitespace-nowrap text-wait', COPY_PLACE[place])}>
      {copy && (
        <>
          <Icon name="cloudOff" size={14} className="comes-late shrink-0" />
          <span title={copy.words} className="comes-late truncate font-semibold">
            {/* A narrow place cuts the beginning, never the time at the end (theme/list.css). */}
            <bdi>{copy.words}</bdi>
          </span>
        </>
      )}
    </div>
  );
}
