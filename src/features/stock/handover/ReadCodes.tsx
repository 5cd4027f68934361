import { useRef, useState } from 'react';
import { type FrameKind, makeCollector } from '#domain/handover/frames.ts';
import { type HandoverReason, REASON_TEXT } from '#domain/handover/rules.ts';
import { Button } from '#ui/Button.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { readText } from '../parts/handoverTexts.ts';
import { signal } from '../parts/signals.ts';
import { CameraPane } from '../scan/CameraPane.tsx';

interface Props {
  kind: FrameKind;
  /** Called with the paper after its last code was read. */
  onPaper: (paper: string) => void;
  onClose: () => void;
}

/** The camera for the other tablet's codes. It shows the number of read codes, and why a code does not belong to the paper. */
export function ReadCodes({ kind, onPaper, onClose }: Props) {
  const collector = useRef(makeCollector(kind));
  const [progress, setProgress] = useState({ here: 0, of: 0 });
  const [refused, setRefused] = useState<HandoverReason | null>(null);
  const beginAgain = () => {
    collector.current = makeCollector(kind);
    setProgress({ here: 0, of: 0 });
  };
  const read = useEvent((text: string) => {
    const took = collector.current.take(text);
    if (took === 'before') return setRefused(null);
    if (took !== 'new') {
      if (refused !== took) signal('bad');
      return setRefused(took);
    }
    signal('good');
    setRefused(null);
    setProgress(collector.current.progress());
    void collector.current.paper().then((paper) => {
      if (paper === 'changed') {
        setRefused('changed');
        beginAgain();
      } else if (paper !== null) onPaper(paper);
    });
  });
  return (
    <div className="h-[min(70dvh,44rem)] min-h-80 overflow-hidden rounded-card">
      <CameraPane onScan={read} onClose={onClose}>
        <div className="flex min-h-16 flex-wrap items-center justify-center gap-3 rounded-card bg-surface-raised px-4 py-2 text-ink">
          <p role="status" className="figures min-w-0 flex-1 text-lg font-semibold">
            {readText(progress)}
            {refused !== null && <span className="block text-sm font-medium text-bad">{REASON_TEXT[refused]}</span>}
          </p>
          {refused === 'other_code' && (
            <Button
              onClick={() => {
                setRefused(null);
                beginAgain();
              }}
            >
              Start again
            </Button>
          )}
        </div>
      </CameraPane>
    </div>
  );
}
