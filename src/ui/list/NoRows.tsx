import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import type { SceneName } from '../feedback/Scene.tsx';
import { EmptyState } from '../feedback/States.tsx';
import { kitTexts } from '../texts.ts';

interface Props {
  /** What is empty, in the words of the requirements: "No orders found". */
  title: string;
  /** The typed search. */
  search?: string | undefined;
  /** Whether a filter leaves rows out. */
  isFiltered?: boolean;
  onClear: () => void;
  /** The words of the button that takes search and filters away. */
  clear?: string;
  /** Why there are no rows although nothing leaves them out. */
  why?: ReactNode;
  /** The drawing for that. */
  scene?: SceneName;
  /** The next step for that, or another step beside the button that clears. */
  children?: ReactNode;
}

/** In place of the rows of a list: what is empty, why, and one next step. The drawing and the button have one size and one place in all lists. */
export function NoRows({ title, search = '', isFiltered = false, onClear, clear, why, scene, children }: Props) {
  const isNarrow = search !== '' || isFiltered;
  return (
    <EmptyState scene={isNarrow ? 'find' : (scene ?? 'stall')} title={title}>
      {isNarrow ? <Why search={search} isFiltered={isFiltered} /> : why && <p>{why}</p>}
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">
        {isNarrow && <Button onClick={onClear}>{clear ?? kitTexts.clearAll}</Button>}
        {children}
      </div>
    </EmptyState>
  );
}

function Why({ search, isFiltered }: { search: string; isFiltered: boolean }) {
  if (search === '') return <p>No match with these filters.</p>;
  return (
    <p className="max-w-sm [overflow-wrap:anywhere]">
      {isFiltered
        ? `No match for “${search}” with these filters.`
        : `No match for “${search}”. Try fewer letters or another spelling.`}
    </p>
  );
}
