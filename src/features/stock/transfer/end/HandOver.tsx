import { isPlain } from '#client/server/shown.ts';
import { Link } from '#crud/Link.tsx';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { handoverTexts } from '../../parts/handoverTexts.ts';

/** The link to the codes of a confirmed issue, sent or not. */
export function HandOver({ kind, view }: { kind: KindFacts; view: TransferView }) {
  if (kind.kind !== 'stock_out' || view.state === 'elsewhere' || isPlain()) return null;
  return (
    <Link
      to="/handovers"
      search={{ give: view.order_id ?? view.transfer }}
      className={`${buttonClasses('plain')} col-span-2`}
    >
      <Icon name="screen" />
      {handoverTexts.giveTitle}
    </Link>
  );
}
