import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { resetOffered } from '#contract/session/resetCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { useStrangersCalls } from './useStrangersCalls.ts';

/** The help below the sign-in form. It has a link only if the server can send mail. */
export function ForgotPassword() {
  const query = useQuery({ ...queryFor(resetOffered, {}), enabled: useStrangersCalls() });
  return (
    <div className="flex h-11 flex-col justify-between text-sm text-ink-faint [&_a]:min-h-0">
      <p>
        Forgot your password?{' '}
        {query.data?.data.offered ? (
          <TextLink to="/forgot-password">Get a link by email</TextLink>
        ) : (
          'Ask an administrator.'
        )}
      </p>
      <p>No account? An administrator creates one.</p>
    </div>
  );
}
