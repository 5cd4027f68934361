/** The keys of the product search: Enter takes the first product, Down goes to its button (decision 1423). */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface Hits<Row> {
  /** The words that the rows answer. */
  search: string;
  /** Undefined until the rows and their prices are those of the words. */
  rows: readonly Row[] | undefined;
  canAdd: (row: Row) => boolean;
  /** `digits`: what was typed behind Enter. It is the quantity. */
  onTake: (row: Row, digits: string) => void;
  onSearch: (words: string) => void;
  table: RefObject<HTMLElement | null>;
}

/** Returns what a key in the search does. The answer of the typed words may still be on its way. */
export function useFirstHit<Row>({ search, rows, canAdd, onTake, onSearch, table }: Hits<Row>) {
  const [entered, setEntered] = useState<{ words: string; takes: boolean } | null>(null);
  const digits = useRef('');
  useEffect(() => {
    if (!entered || entered.words !== search || !rows) return;
    setEntered(null);
    const first = rows[0];
    if (entered.takes && first && canAdd(first)) onTake(first, digits.current);
    // The first one may be in the order already. No other product is taken in its place without a second press.
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
      // The first product of the whole catalogue is nobody's answer.
      if (key === 'Enter' && words.trim() === '') return;
      digits.current = '';
      if (words !== search) onSearch(words);
      setEntered({ words, takes: key === 'Enter' });
    } else if (key.length === 1 || key === 'Backspace') setEntered(null);
  };
}
