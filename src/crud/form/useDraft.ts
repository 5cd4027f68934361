/** The draft of the form at this address (B12.8): reads what was typed before a reload and stores what is typed now. */
import { useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '#client/drafts.ts';
import { useSession } from '../query/useSession.ts';
import type { Values } from './formValues.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** `stored`: the texts without the draft. A draft holds only texts that differ from them. `on`: false for a form that cannot be changed. */
export function useDraft(stored: Values, on: boolean) {
  const user = useSession().profile?.user_id ?? '';
  // The address at the time the form opened. While the screen is being left, the current address is already another one.
  const [place] = useState(() => location.pathname + location.search);
  const [found, setFound] = useState<Draft | null>(() => {
    const draft = on && user ? readDraft(user, place, nowSeconds()) : null;
    const values = Object.fromEntries(
      Object.entries(draft?.values ?? {}).filter(([name, value]) => name in stored && stored[name] !== value),
    );
    return draft && Object.keys(values).length > 0 ? { ...draft, values } : null;
  });
  const kept = useRef(found ? JSON.stringify(found.values) : 'null');
  return {
    found,
    /** Stores the draft. Null means that nothing is unsaved. */
    keep(values: Values | null, version: number | undefined) {
      const print = JSON.stringify(values);
      if (!on || !user || print === kept.current) return;
      kept.current = print;
      if (values === null) dropDraft(user, place);
      else keepDraft(user, place, { at: nowSeconds(), version, values });
    },
    /** "Discard Changes": later changes count from the stored values again. */
    forget: () => setFound(null),
  };
}
