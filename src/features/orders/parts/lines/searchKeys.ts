/** The keys of the product search: Enter takes the first product, Down goes to its button (decision 1423). */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface SearchKeys<Row> {
  /** The words that `rows` are the answer to. */
  search: string;
  /** The found rows; undefined until the rows and their prices belong to `search`. */
  rows: readonly Row[] | undefined;
  canAdd: (row: Row) => boolean;
  /** Takes a row. `digits`: what the person typed after Enter, which is the quantity in cases. */
  onTake: (row: Row, digits: string) => void;
  onSearch: (words: string) => void;
  table: RefObject<HTMLElement | null>;
}

/** Returns the handler of keys in the search. A key waits until the answer for the typed words is there. */
export function useSearchKeys<Row>({ search, rows, canAdd, onTake, onSearch, table }: SearchKeys<Row>) {
  const [entered, setEntered] = useState<{ words: string; takes: boolean } | null>(null);
  const digits = useRef('');
  useEffect(() => {
    if (!entered || entered.words !== search || !rows) return;
    setEntered(null);
    const first = rows[0];
    if (entered.takes && first && canAdd(first)) onTake(first, digits.current);
    // The first row may be in the order already. Then the next product only gets the focus, and is taken by a second press.
    else table.current?.querySelector<HTMLElement>('[data-product]:enabled')?.focus();
  }, [entered, search, rows, canAdd, onTake, table]);
  return (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return;
    if (entered?.takes && /^[\d.]$/.test(key)) {
      event.preventDefault();
      digits.current += key;
    } else if (key === 'Enter' || key === 'ArrowDown') {
      event.preventDefault();
      const words = target.value;
      // Without words the first product of the catalogue is no result of a search, so Enter does nothing.
      if (key === 'Enter' && words.trim() === '') return;
      digits.current = '';
      if (words !== search) onSearch(words);
      setEntered({ words, takes: key === 'Enter' });
    } else if (key.length === 1 || key === 'Backspace') setEntered(null);
  };
}
