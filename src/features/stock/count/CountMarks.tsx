import { type LineState, lineWords } from '#domain/lineWords.ts';
import type { CountLine } from '#offline/outbox/countOverlay.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { movedWords, whyWords } from './countWords.ts';

const STATE: Readonly<Record<NonNullable<CountLine['queued']>, LineState>> = {
  waiting: 'queued',
  sending: 'sending',
  refused: 'attention',
};

/** The marks of a line: why it is to be counted again, whether goods moved, and the state of the person's own figure. */
export function Marks({ line, own }: { line: CountLine; own: string | null }) {
  const moved = movedWords(line);
  const { queued, state } = line;
  return (
    <>
      {state === 'recount' && <Badge tone="wait">{whyWords(line)}</Badge>}
      {moved && <Badge tone="wait">{moved}</Badge>}
      {queued ? (
        <Badge
          tone={queued === 'refused' ? 'bad' : queued === 'sending' ? 'accent' : 'wait'}
          icon={queued === 'refused' ? 'alert' : queued === 'sending' ? 'sync' : 'clock'}
        >
          {queued === 'waiting' ? 'Saved on this tablet' : lineWords(STATE[queued]).short}
        </Badge>
      ) : (
        own && <Badge icon="check">{lineWords('sent').short}</Badge>
      )}
    </>
  );
}
