/** A refused transfer whose goods have already left the hub. It keeps its figures and waits until the books have enough stock. */
import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { Link } from '#crud/Link.tsx';
import { casesText } from '#domain/units.ts';
import type { Op } from '#offline/outbox/op.ts';
import { queueView } from '#offline/queue.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { errorsOf } from './refusal.ts';

/** The key in the storage of this tablet. The value is by the key of the refused confirmation. */
const LEFT = 'goods_left';

/** Whether a person said on this tablet that the goods have left, and the function that sets or clears this mark. */
export function useGoodsLeft(op: Op): [hasLeft: boolean, say: (hasLeft: boolean) => void] {
  const [marks, setMarks] = useState(() => readLocal<Record<string, boolean>>(LEFT, {}));
  return [
    marks[op.key] === true,
    (hasLeft) => {
      // The marks of finished transfers are dropped.
      const live = new Set(queueView.read()?.ops.map(({ key }) => key));
      const others = Object.keys(readLocal<Record<string, boolean>>(LEFT, {})).filter(
        (key) => key !== op.key && live.has(key),
      );
      const next = Object.fromEntries([...others, ...(hasLeft ? [op.key] : [])].map((key) => [key, true]));
      writeLocal(LEFT, next);
      setMarks(next);
    },
  ];
}

/** Whether the goods leave a hub, so that they may be gone although the server refused the transfer. */
export const mayHaveLeft = (op: Op): boolean =>
  op.type === 'execute' && (op as Op<'execute'>).payload.confirmed?.header.source_type === 'seller';

interface LeftGoods {
  product_id: string;
  name: string;
  /** "60 cases" */
  left: string;
  /** "17 cases" */
  missing: string;
}

/** The goods that left, and how much of them the books lack, by the server's refusal. */
export function leftGoodsOf(op: Op): LeftGoods[] {
  const lines = (op as Op<'execute'>).payload.confirmed?.lines ?? [];
  return errorsOf(op).flatMap(({ product_id, requested = 0, available = 0 }): LeftGoods[] => {
    const line = lines.find((one) => one.product_id === product_id);
    if (!line || requested <= available) return [];
    const { name, case_count } = line;
    return [
      {
        ...{ product_id: line.product_id, name },
        left: casesText(requested, case_count),
        missing: casesText(requested - available, case_count),
      },
    ];
  });
}

/** The button that says that the goods have left, and the ways to correct the books. */
export function GoodsLeft({
  op,
  hasLeft,
  waits,
  onSay,
  isWide,
}: {
  op: Op;
  hasLeft: boolean;
  /** True while the books still lack the goods. Correcting the books is then the next step. */
  waits: boolean;
  onSay: (hasLeft: boolean) => void;
  isWide: boolean;
}) {
  const [open, setOpen] = useState(false);
  const goods = leftGoodsOf(op);
  const hub = (op as Op<'execute'>).payload.confirmed?.header.source_name;
  const answer = (to: boolean) => {
    onSay(to);
    setOpen(false);
  };
  return (
    <>
      <Button look={waits ? 'primary' : 'quiet'} wide={isWide} onClick={() => setOpen(true)}>
        {hasLeft ? 'Correct the books' : 'The goods went out'}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="The goods went out"
        description={`The transfer keeps its figures and waits here. You can complete it when the books of ${hub} have the goods.`}
        actions={
          hasLeft ? (
            <>
              <Button onClick={() => answer(false)}>They are still here</Button>
              <Button look="primary" onClick={() => setOpen(false)}>
                Close
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button look="primary" onClick={() => answer(true)}>
                Keep it waiting
              </Button>
            </>
          )
        }
      >
        <ul
          aria-label="What the books lack"
          className="figures flex flex-col gap-1 rounded-card bg-wait-soft px-4 py-3"
        >
          {goods.map(({ product_id, name, left, missing }) => (
            <li key={product_id} className="[overflow-wrap:anywhere]">
              <span className="font-semibold">{name}</span>: {left} went out, the books lack {missing}
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-col gap-4">
          <Way words="A delivery is not booked yet. Receive it first." to="/inventory/shipment/in" name="Receive it" />
          <Way
            words={`The books are wrong. Count what is there now and add what went out: ${goods.map(({ left }) => left).join(', ')}. The books still have it.`}
            to="/inventory/count"
            name="Count it"
          />
        </div>
      </Dialog>
    </>
  );
}

interface WayProps {
  words: string;
  to: '/inventory/shipment/in' | '/inventory/count';
  name: string;
}

const Way = ({ words, to, name }: WayProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="figures min-w-0 flex-[1_1_14rem]">{words}</p>
    <Link to={to} className={buttonClasses('plain')}>
      {name}
    </Link>
  </div>
);
