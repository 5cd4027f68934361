import { useState } from 'react';
import { passwordHash } from '#client/session/passwordHash.ts';
import { TextField } from '#ui/fields/Field.tsx';

type Refused = Readonly<Record<string, string>>;

/** The person's own password, entered again before an action that is hard to undo, because a screen may have been left open (S4). */
export function useOwnPassword() {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const change = (value: string) => {
    setPassword(value);
    setError(undefined);
  };
  return {
    typed: password !== '',
    hash: () => passwordHash(password),
    /** Takes a field error at `hash_own` and passes the others to `others`. */
    refuse({ hash_own, ...rest }: Refused, others?: (rest: Refused) => void) {
      setError(hash_own);
      others?.(rest);
    },
    clear: () => change(''),
    field: { value: password, onChange: change, error },
  };
}

export function OwnPasswordField(field: ReturnType<typeof useOwnPassword>['field']) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      hint="Your own, to be sure that it is you."
      {...field}
      required
    />
  );
}
