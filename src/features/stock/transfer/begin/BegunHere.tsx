import { useGo } from '#crud/address.ts';
import { waitText } from '#domain/longTime.ts';
import { plural } from '#domain/plural.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import type { Expected } from './expected.ts';
import { WORDS } from './words.ts';

/** The newest transfer with this party and hub that this tablet began and nobody completed. Undefined: there is none. */
export const begunWith = (cards: readonly Expected[], party: string, hub: string): Expected | undefined =>
  cards
    .filter((one) => one.own && one.begun && one.lines > 0 && one.party === party && one.hub === hub)
    .sort((a, b) => b.timestamp - a.timestamp)[0];

/** "Begun 2 min ago". A return is dated tomorrow, so it says no time. */
function begunText({ timestamp }: Expected, now: number): string {
  if (timestamp > now) return 'Started and not completed';
  return now - timestamp < 60 ? 'Started just now' : `Started ${waitText(now - timestamp)} ago`;
}

/** Asks whether to begin a second transfer or to continue the open one. Shown only if there is an open one. */
export function BegunHere({
  kind,
  one,
  onClose,
  onSecond,
}: {
  kind: KindFacts;
  one: Expected;
  onClose: () => void;
  onSecond: () => void;
}) {
  const go = useGo();
  return (
    <Dialog
      open
      onClose={onClose}
      title={one.party}
      description={`${begunText(one, Date.now() / 1_000)}, ${plural(one.lines, '# line', '# lines')}, ${sizeText({ ...one, products: one.lines })}.`}
      actions={
        <>
          <Button onClick={onSecond}>{WORDS[kind.kind].second}</Button>
          <Button
            look="primary"
            data-first
            onClick={() =>
              void go(`/inventory/${kind.type}/${kind.direction}`, { search: { purchase_order_id: one.id } })
            }
          >
            Continue
          </Button>
        </>
      }
    />
  );
}
