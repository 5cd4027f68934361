/** The names of a form's choices: each field with options reports them to its form, so that the form can name any value. */
import { createContext, useContext, useEffect } from 'react';

export interface Offered {
  value: string;
  label: string;
}

/** Receives the options of a field, by its name in the form. */
export const TellOffered = createContext<(field: string, offered: readonly Offered[]) => void>(() => undefined);

/** Called by every field of the kit that has options. Without a name or a form it does nothing. */
export function useTellOffered(field: string | undefined, offered: readonly Offered[]): void {
  const tell = useContext(TellOffered);
  useEffect(() => {
    if (field) tell(field, offered);
  }, [tell, field, offered]);
}
