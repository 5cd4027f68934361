/** The generic screens, in the documents' words (SHELL-03, SHELL-05 to SHELL-08, SHELL-10). */
import type { ReactNode } from 'react';
import { Go } from '#crud/Go.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { kitTexts } from '#ui/texts.ts';

function Whole({
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
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6 py-16 text-center">
      <div className="flex max-w-md flex-col items-center gap-4">
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} size={30} />
        </span>
        <h1 className="text-2xl font-bold">{title}</h1>
        {text && <p className="text-ink-soft">{text}</p>}
        {children}
      </div>
    </div>
  );
}

export function NotFoundScreen() {
  return (
    <Whole icon="search" title={kitTexts.pageNotFound} text={kitTexts.checkUrl}>
      <Go to="/" className={buttonClasses('primary')}>
        Go to Home
      </Go>
    </Whole>
  );
}

export function UnauthorizedScreen() {
  return <Whole icon="lock" title={kitTexts.unauthorized} text={kitTexts.unauthorizedWhy} />;
}

export function FailureScreen({ onRetry }: { onRetry?: () => void }) {
  return (
    <Whole
      icon="alert"
      title="Ah! Something has gone wrong."
      text="If refreshing your browser doesn't fix the problem, kindly contact the tech team."
    >
      <Button look="primary" icon="sync" onClick={onRetry ?? (() => location.reload())}>
        {kitTexts.tryAgain}
      </Button>
    </Whole>
  );
}

/** B14.8: neither the server nor a stored copy. */
export function NetworkErrorScreen() {
  return (
    <Whole icon="cloudOff" title="You're offline" text={kitTexts.noConnection}>
      <Button look="primary" icon="sync" onClick={() => location.reload()}>
        {kitTexts.tryAgain}
      </Button>
    </Whole>
  );
}
