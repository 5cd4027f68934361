/** A message that replaces a whole screen. */
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { useTitle } from '../hooks/useTitle.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';

export function WindowedList({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  const heading = useTitle();
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6 py-16 text-center">
      <div className="flex max-w-md flex-col items-center gap-4">
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} size={30} />
        </span>
        <h1 ref={heading} className="text-2xl font-bold">
          {title}
        </h1>
        {text && <p className="text-ink-soft">{text}</p>}
        {children}
      </div>
    </div>
  );
}

/** Shown when neither the server nor a saved copy has the screen (B14.8). */
export function NetworkErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <WindowedList icon="cloudOff" title="You're offline" text={kitTexts.noConnection}>
      <Button look="primary" icon="sync" onClick={onRetry}>
        {kitTexts.tryAgain}
      </Button>
    </WindowedList>
  );
}
