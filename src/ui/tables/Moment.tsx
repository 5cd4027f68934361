import { showDateTime } from '#domain/longTime.ts';
import { momentText } from '../when.ts';

/** Day and time of epoch seconds on one line: "24 Nov, 17:55". The hint gives the year too. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1_000).toISOString()} title={showDateTime(at)} className="figures whitespace-nowrap">
      {momentText(at)}
    </time>
  );
}
