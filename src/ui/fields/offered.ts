/** What the choices of a form are called: each field that offers some says so to the form around it, which can then name any of them. */
import { createContext, useContext, useEffect } from 'react';

export interface Offered {
  value: string;
  label: string;
}

/** Takes what a field, by its name in the form, offers. */
export const TellOffered = createContext<(field: string, offered: readonly Offered[]) => void>(() => undefined);

/** Called by every field of the kit that offers choices; without a name or a form around it nothing happens. */
export function useTellOffered(field: string | undefined, offered: readonly Offered[]): void {
  const tell = useContext(TellOffered);
  useEffect(() => {
    if (field) tell(field, offered);
  }, [tell, field, offered]);
}
