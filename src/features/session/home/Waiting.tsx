import { Link } from '#crud/Link.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { useMyQueue } from '../../stock/parts/queue/useQueue.ts';
import { FIGURE_CELL, FigureText } from './Figures.tsx';

/** The number of changes that this tablet has not sent. */
export function Waiting() {
  const queue = useMyQueue();
  const { waiting, needing } = queue.transfers;
  return (
    <Link to="/sync" className={`${FIGURE_CELL} hover:bg-surface-sunken focus-visible:outline-offset-[-3px]`}>
      <FigureText
        label="Waiting to send"
        value={queue.sure ? showNumber(waiting) : NO_VALUE}
        note={
          needing > 0
            ? outboxWords.needsYou(needing)
            : waiting > 0
              ? 'sent automatically'
              : queue.sure
                ? outboxWords.allSent
                : ''
        }
        late={needing > 0}
      />
    </Link>
  );
}
