import { useEffect, useState } from 'react';
import { NOT_IN_DOCUMENTS, NOT_OFFERED } from '#client/plain/notOffered.ts';
import { isPlain } from '#client/server/shown.ts';
import { sessionStore } from '#client/session/state.ts';
import { useSession } from '#crud/query/useSession.ts';
import { type Permission, roleName } from '#domain/permissions.ts';
import { neededWords } from '#features/session/parts/accessWords.ts';
import { Button } from '#ui/Button.tsx';
import { FullScreenMessage } from '#ui/feedback/FullScreenMessage.tsx';
import { unauthorizedTexts } from '#ui/feedback/unauthorized.ts';
import { HOME } from './screens.tsx';

/**
 * Shown instead of a screen that the person may not open (SHELL-09), or that a server with only the documents' calls does not have. Below the documents' words
 * it says which right is missing, whose roles have it, and who can change the person's role. `needs`: the permissions of the screen.
 */
export function UnauthorizedScreen({ needs }: { needs: readonly Permission[] }) {
  if (isPlain() && needs.every((one) => NOT_IN_DOCUMENTS.includes(one)))
    return (
      <FullScreenMessage scene="shut" title={NOT_OFFERED}>
        {HOME}
      </FullScreenMessage>
    );
  return (
    <FullScreenMessage scene="shut" title={unauthorizedTexts.title} text={unauthorizedTexts.why}>
      <Missing needs={needs} />
      <div className="flex flex-wrap justify-center gap-3">
        {HOME}
        {history.length > 1 && <Button onClick={() => history.back()}>Back</Button>}
      </div>
    </FullScreenMessage>
  );
}

function Missing({ needs }: { needs: readonly Permission[] }) {
  const { profile } = useSession();
  const names = useAdministrators();
  const { may, roles } = neededWords(needs);
  if (!profile || may === '') return null;
  return (
    <div className="grid gap-2 text-sm text-ink-soft">
      <p>
        It is for people who may {may}
        {roles.length > 0 && `: ${roles.join(', ')}`}.
      </p>
      <p>
        Your role is {roleName(profile.role)}.{' '}
        {names.length > 0 ? `An administrator can change it: ${names.join(', ')}.` : 'An administrator can change it.'}
      </p>
    </div>
  );
}

/** At most so many administrators are named. */
const MOST = 3;

/** The names of the administrators that are stored on this device; none for most people, who may not read the managers. */
function useAdministrators(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    void import('#offline/reads/savedReads.ts')
      .then(({ savedReads }) => savedReads(() => sessionStore.read().profile?.user_id ?? null).held())
      .then((rows) => {
        const found = rows.flatMap(({ model, row: { name, role, status } }) =>
          model === 'manager' && role === 'administrator.administrator' && status === 'active' ? [String(name)] : [],
        );
        if (isShown) setNames(found.slice(0, MOST));
      })
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  return names;
}
