import { useState } from 'react';
import { useSearchValues, useSetSearch } from './address.ts';

/** Opens what the address asks for (`act`), also on a page that is open already: the command bar may lead to the very same page. `asked`: null if nothing is asked for. */
export function useAsked<T extends string>(asked: T | null, open: (asked: T) => void): void {
  const [was, setWas] = useState<T | null>(null);
  if (asked === was) return;
  setWas(asked);
  if (asked !== null) open(asked);
}

/** Whether a dialog is open that `act` of the address asks for. Closing it takes the wish out of the address. `may`: false as long as it cannot open. */
export function useAskedDialog(act: string, may = true): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const isAsked = useSearchValues().act === act;
  const setSearch = useSetSearch();
  const [isOpen, setOpen] = useState(false);
  useAsked(isAsked && may ? act : null, () => setOpen(true));
  const set = (open: boolean) => {
    setOpen(open);
    if (!open && isAsked) void setSearch(({ act: _, ...others }) => others, { replace: true });
  };
  return [isOpen, set];
}
