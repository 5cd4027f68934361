/** The draft of the form at this address (B12.8): restores what was typed before a reload and stores what is typed now. */
import { useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '#client/drafts.ts';
import { useSession } from '../query/useSession.ts';
import type { Values } from './formValues.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/**
 * `stored` holds the texts without the draft; a draft holds only the texts that differ from them. `on` is false for a form that cannot be changed.
 */
export function useDraft(stored: Values, on: boolean) {
  const user = useSession().profile?.user_id ?? '';
  // The address when the form opened; while the person leaves, the location is already another one.
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
    /** Stores the draft. Null values mean that nothing is unsaved: the draft is dropped. */
    keep(values: Values | null, version: number | undefined) {
      const print = JSON.stringify(values);
      if (!on || !user || print === kept.current) return;
      kept.current = print;
      if (values === null) dropDraft(user, place);
      else keepDraft(user, place, { at: nowSeconds(), version, values });
    },
    /** For "Discard Changes": later edits count as made over the stored row. */
    forget: () => setFound(null),
  };
}
