import { useState } from 'react';
import { passwordHash } from '#client/session/passwordHash.ts';
import { TextField } from '#ui/fields/Field.tsx';

type Refused = Readonly<Record<string, string>>;

/** The person's own password, typed again before an action that is hard to undo (S4). A screen that was left open is not enough for it. */
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
    /** Shows the text of `hash_own` at this field and passes the other texts to `others`. */
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
      hint="Your own password, to confirm that this is you."
      {...field}
      required
    />
  );
}
