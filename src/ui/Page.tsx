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
  /** Under the title: how many, as of when. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Narrow: forms and the wizard (CONST-20: 750 px). */
  width?: 'full' | 'wizard' | 'form';
  children: ReactNode;
}

/** Title, actions and body of a screen, all on one left edge. */
export function Page({ title, note, actions, width = 'full', children }: Props) {
  const [copies] = useState(copiesOfAPage);
  const heading = useTitle();
  return (
    <div
      className={classes(
        // A bar of buttons stands at the bottom also under a short list: always in the same place, and messages above it.
        'mx-auto flex w-full flex-col gap-5 px-4 py-5 sm:px-6 in-data-barred:min-h-[calc(100dvh-3.4375rem)]',
        width === 'wizard' && 'max-w-[49.875rem]',
        width === 'form' && 'max-w-2xl',
        width === 'full' && 'max-w-[87.5rem]',
      )}
    >
      {/* The title's line is as high as a button, with or without one, a note or both: a screen's name stands in the same place everywhere. */}
      <header className="relative mb-1 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 ref={heading} className="py-[0.5625rem] text-2xl font-bold leading-tight tracking-tight">
            {title}
          </h1>
          {note && <div className="-mt-1.5 text-sm text-ink-faint">{note}</div>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
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
}

/** What the parts of one screen say of the age of what they show. */
function copiesOfAPage() {
  const said = new Map<string, Copy>();
  const readers = new Set<() => void>();
  let oldest: Copy | null = null;
  const changed = () => {
    oldest = [...said.values()].reduce<Copy | null>((old, one) => (old && old.at <= one.at ? old : one), null);
    for (const reader of readers) reader();
  };
  return {
    say: (who: string, copy: Copy) => {
      said.set(who, copy);
      changed();
      return () => {
        said.delete(who);
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

const OfThisPage = createContext<Copies | null>(null);

/**
 * Says under the head of the screen that a part shows a copy of that age; of several the oldest is said, once.
 * @returns false where no screen stands around: then the part says it itself
 */
export function useCopyOnPage(at: number, words: string): boolean {
  const copies = useContext(OfThisPage);
  const who = useId();
  useLayoutEffect(() => copies?.say(who, { at, words }), [copies, who, at, words]);
  return copies !== null;
}

/**
 * In the gap between the head and the body, where it takes no room: it comes late, and must not move what a finger is about to touch. Its
 * own part, so that a copy that is told or gone draws this line anew and not the screen.
 */
function OldestCopy({ of }: { of: Copies }) {
  const copy = useSyncExternalStore(of.subscribe, of.oldest);
  return (
    <div
      aria-live="polite"
      className="absolute top-full left-0 flex h-6 items-center gap-1.5 whitespace-nowrap text-wait"
    >
      {copy && (
        <>
          <Icon name="cloudOff" size={14} />
          <span className="text-sm font-semibold leading-5">{copy.words}</span>
        </>
      )}
    </div>
  );
}
