import { NOT_IN_DOCUMENTS, NOT_OFFERED } from '#client/plain/notOffered.ts';
import { isPlain } from '#client/server/shown.ts';
import type { Permission } from '#domain/permissions.ts';
import { FullScreenMessage } from '#ui/feedback/FullScreenMessage.tsx';
import { kitTexts } from '#ui/texts.ts';
import { HOME } from './screens.tsx';

/**
 * Shown instead of a screen that the person may not open (SHELL-09), or that a server with only the documents' calls does not have. `needs`: the
 * permissions of the screen.
 */
export function UnauthorizedScreen({ needs }: { needs: readonly Permission[] }) {
  if (isPlain() && needs.every((one) => NOT_IN_DOCUMENTS.includes(one)))
    return (
      <FullScreenMessage scene="shut" title={NOT_OFFERED}>
        {HOME}
      </FullScreenMessage>
    );
  return (
    <FullScreenMessage scene="shut" title={kitTexts.unauthorized} text={kitTexts.unauthorizedWhy}>
      {HOME}
    </FullScreenMessage>
  );
}
