/** A message that replaces a whole screen. */
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { useTitle } from '../hooks/useTitle.ts';
import { kitTexts } from '../texts.ts';
import { Scene, type SceneName } from './Scene.tsx';

export function FullScreenMessage({
  scene,
  title,
  text,
  children,
}: {
  scene: SceneName;
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  const heading = useTitle();
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6 py-16 text-center">
      <div className="flex max-w-md flex-col items-center gap-4">
        <Scene name={scene} />
        <h1 ref={heading} className="text-2xl font-semibold">
          {title}
        </h1>
        {text && <p className="text-ink-soft">{text}</p>}
        {children}
      </div>
    </div>
  );
}

/** Shown when neither the server nor a saved copy has the screen (B14.8). */
export function NetworkErrorScreen({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  return (
    <FullScreenMessage scene="rain" title="You're offline" text={kitTexts.noConnection}>
      <Button look="primary" icon="sync" onClick={onRetry}>
        {kitTexts.tryAgain}
      </Button>
      {children}
    </FullScreenMessage>
  );
}
