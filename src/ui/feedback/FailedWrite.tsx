import { useEffect, useRef } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { useAway } from '../hooks/useAway.ts';
import { Notice } from './States.tsx';

/** Whether a text about a failed write says no more than that there was no connection, which is over when there is one again. */
export const isOfNoConnection = (text: string): boolean => text.endsWith(`\n${contactWords.needsConnection}`);

/** Says at its button why a write failed, each line of the text on a line of its own. It comes into sight if it begins below the window. */
export function FailedWrite({ text }: { text: string }) {
  const isAway = useAway();
  const box = useRef<HTMLDivElement>(null);
  // Braces: newer browsers answer a promise here, and React would call it as the effect's clean-up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another failure
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={box} className="scroll-my-20">
      <Notice tone={isAway ? 'wait' : 'bad'} icon={isAway ? 'cloudOff' : 'alert'} role="alert">
        {/* The documents' sentence, and as the larger line what is known and what to do (decision 1350). */}
        <span className="one-message">
          {text.split('\n').map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      </Notice>
    </div>
  );
}
