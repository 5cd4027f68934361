/** The generic error screens, in the documents' words (SHELL-03, SHELL-05 to SHELL-08, SHELL-10). */
import { Link } from '#crud/Link.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { WindowedList } from '#ui/tables/WindowedList.tsx';
import { kitTexts } from '#ui/texts.ts';

const HOME = (
  <Link to="/" className={buttonClasses('primary')}>
    Go to Home
  </Link>
);

export function NotFoundScreen() {
  return (
    <WindowedList scene="find" title={kitTexts.pageNotFound} text={kitTexts.checkUrl}>
      {HOME}
    </WindowedList>
  );
}

export function UnauthorizedScreen() {
  return (
    <WindowedList scene="shut" title={kitTexts.unauthorized} text={kitTexts.unauthorizedWhy}>
      {HOME}
    </WindowedList>
  );
}

export function FailureScreen({ onRetry }: { onRetry?: () => void }) {
  return (
    <WindowedList
      scene="rain"
      title="Ah! Something has gone wrong."
      text="If refreshing your browser doesn't fix the problem, kindly contact the tech team."
    >
      <Button look="primary" icon="sync" onClick={onRetry ?? (() => location.reload())}>
        {kitTexts.tryAgain}
      </Button>
    </WindowedList>
  );
}
