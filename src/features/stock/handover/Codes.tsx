import { generate, mode } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type FrameKind, framesOf } from '#domain/handover/frames.ts';
import { Button } from '#ui/Button.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { codeText } from '../parts/handoverTexts.ts';
import { useAwake } from '../scan/useCamera.ts';

/** The time in ms for which a code is shown. The other tablet can read it four times meanwhile. */
const SHOWN_MS = 650;
/** The white edge around a code, in squares of the code. Code readers need the edge. */
const EDGE = 4;

/** Shows a paper as codes, one after the other, large and black on white in both themes. If the person wants no motion, a press shows the next code. */
export function Codes({ kind, paper }: { kind: FrameKind; paper: string }) {
  const frames = useFrames(kind, paper);
  const wantsStill = useMedia('(prefers-reduced-motion: reduce)');
  const [held, setHeld] = useState<boolean | null>(null);
  const [at, setAt] = useState(0);
  const isStill = held ?? wantsStill;
  const count = frames?.length ?? 0;
  useAwake(true);
  useEffect(() => {
    if (isStill || count < 2) return;
    const timer = setInterval(() => setAt((before) => (before + 1) % count), SHOWN_MS);
    return () => clearInterval(timer);
  }, [isStill, count]);
  const text = frames?.[at];
  const words = codeText(at + 1, count);
  return (
    <div className="flex w-full flex-col items-center gap-3">
      <div className="aspect-square w-full max-w-[min(100%,68dvh)] lg:max-w-[min(100%,61dvh)] rounded-card bg-white shadow-card">
        {text !== undefined && <Code text={text} label={words} />}
      </div>
      <div className="flex min-h-tap w-full flex-wrap items-center justify-center gap-3">
        <p className="figures min-w-28 text-center text-lg font-semibold">{count > 0 && words}</p>
        {count > 1 && (
          <>
            {isStill && (
              <Button look="primary" icon="next" onClick={() => setAt((at + 1) % count)}>
                Next code
              </Button>
            )}
            <Button onClick={() => setHeld(!isStill)}>{isStill ? 'Play' : 'Pause'}</Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Codes with their content beside them, so that a tablet in landscape shows all of it without scrolling. */
export function Beside({ codes, children }: { codes: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,61dvh)_minmax(0,1fr)]">
      {codes}
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </div>
  );
}

function useFrames(kind: FrameKind, paper: string): readonly string[] | null {
  const [frames, setFrames] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let over = false;
    void framesOf(kind, paper).then((made) => over || setFrames(made));
    return () => {
      over = true;
    };
  }, [kind, paper]);
  return frames;
}

function Code({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text, { modes: [mode.alphaNumeric] });
    return { size: code.size, path: toSvgPath(code) };
  }, [text]);
  const side = size + 2 * EDGE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-EDGE} ${-EDGE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
