/** The generic error screens, in the documents' words (SHELL-03, SHELL-05 to SHELL-08, SHELL-10). */
import { Link } from '#crud/Link.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { FullScreenMessage } from '#ui/feedback/FullScreenMessage.tsx';
import { kitTexts } from '#ui/texts.ts';

/** The button on the page of an unknown address. */
export const HOME = (
  <Link to="/" className={buttonClasses('primary')}>
    Go to Home
  </Link>
);

export function NotFoundScreen() {
  return (
    <FullScreenMessage
      scene="find"
      title={kitTexts.pageNotFound}
      text="This address has no page. Go to Home, or search for what you need."
    >
      {HOME}
    </FullScreenMessage>
  );
}

export function FailureScreen({ onRetry }: { onRetry?: () => void }) {
  return (
    <FullScreenMessage
      scene="rain"
      title="Ah! Something has gone wrong."
      text="If refreshing your browser doesn't fix the problem, kindly contact the tech team."
    >
      <Button look="primary" icon="sync" onClick={onRetry ?? (() => location.reload())}>
        {kitTexts.tryAgain}
      </Button>
    </FullScreenMessage>
  );
}
