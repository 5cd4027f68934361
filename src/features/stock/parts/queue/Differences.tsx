import { confirmedDifferences } from '#offline/outbox/confirmed.ts';
import type { Op } from '#offline/outbox/op.ts';

/** The differences between a transfer and its confirmation, both values side by side (K40). Nothing is shown if neither side has the values. */
export function Differences({ op }: { op: Op<'execute'> }) {
  const differences = confirmedDifferences(op);
  if (differences.length === 0) return null;
  return (
    <table className="mt-4 w-full text-left">
      <caption className="pb-2 text-left font-semibold">What changed since you confirmed</caption>
      <thead className="text-sm text-ink-faint">
        <tr>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            What
          </th>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            You confirmed
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Now
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {differences.map(({ what, confirmed, now }) => (
          <tr key={`${what} ${confirmed}`} className="align-top [overflow-wrap:anywhere]">
            <th scope="row" className="py-2 pr-3 font-normal text-ink-soft">
              {what}
            </th>
            <td className="py-2 pr-3">{confirmed}</td>
            <td className="py-2 font-semibold">{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
