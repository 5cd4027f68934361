/** The generic screens, in the documents' words (SHELL-03, SHELL-05 to SHELL-08, SHELL-10). */
import { Go } from '#crud/Go.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { kitTexts } from '#ui/texts.ts';
import { Whole } from '#ui/Whole.tsx';

const HOME = (
  <Go to="/" className={buttonClasses('primary')}>
    Go to Home
  </Go>
);

export function NotFoundScreen() {
  return (
    <Whole icon="search" title={kitTexts.pageNotFound} text={kitTexts.checkUrl}>
      {HOME}
    </Whole>
  );
}

export function UnauthorizedScreen() {
  return (
    <Whole icon="lock" title={kitTexts.unauthorized} text={kitTexts.unauthorizedWhy}>
      {HOME}
    </Whole>
  );
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
