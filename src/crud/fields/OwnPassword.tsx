import { useState } from 'react';
import { passwordHash } from '#client/session/passwordHash.ts';
import { TextField } from '#ui/fields/Field.tsx';

type Refused = Readonly<Record<string, string>>;

/** The asker's own password, typed again before what is hard to take back (S4): a screen that was left open is not enough. */
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
    /** Takes what is wrong at `hash_own`; the rest is for `others`. */
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
