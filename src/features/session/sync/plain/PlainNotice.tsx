import { isPlain } from '#client/server/shown.ts';
import { plainWords } from '#offline/plain/words.ts';
import { Notice } from '#ui/feedback/States.tsx';

/** Explains what a server cannot do that has only the documents' calls. A server that recognises repeats shows no notice. */
export function PlainNotice() {
  return isPlain() ? (
    <Notice tone="info" icon="search">
      {plainWords.notice}
    </Notice>
  ) : null;
}
