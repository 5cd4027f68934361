import { isPlain } from '#client/server/shown.ts';
import { plainWords } from '#offline/plain/words.ts';
import { Notice } from '#ui/feedback/States.tsx';

/** Says what it means that the server knows only the documents. Nothing at a server that recognises repeats. */
export function PlainNotice() {
  return isPlain() ? (
    <Notice tone="info" icon="search">
      {plainWords.notice}
    </Notice>
  ) : null;
}
