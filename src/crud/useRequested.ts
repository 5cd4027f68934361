import { useState } from 'react';
import { useSearchValues, useSetSearch } from './address.ts';

/** Opens what the address asks for (`act`), also on a page that is open already: the command bar may lead to the very same page. `requested`: null if nothing is. */
export function useRequested<T extends string>(requested: T | null, open: (requested: T) => void): void {
  const [was, setWas] = useState<T | null>(null);
  if (requested === was) return;
  setWas(requested);
  if (requested !== null) open(requested);
}

/** Whether a dialog is open that `act` of the address asks for. Closing it takes the wish out of the address. `may`: false as long as it cannot open. */
export function useRequestedDialog(act: string, may = true): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const isRequested = useSearchValues().act === act;
  const setSearch = useSetSearch();
  const [isOpen, setOpen] = useState(false);
  useRequested(isRequested && may ? act : null, () => setOpen(true));
  const set = (open: boolean) => {
    setOpen(open);
    if (!open && isRequested) void setSearch(({ act: _, ...others }) => others, { replace: true });
  };
  return [isOpen, set];
}
