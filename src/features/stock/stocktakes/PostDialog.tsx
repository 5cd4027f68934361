import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { postStocktake, stocktakeResults } from '#contract/stock/stocktakeCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { CheckField, TextField } from '#ui/fields/Field.tsx';
import { differing, type ReasonsOf, type Results, sidesOf, stillCounting } from './results.ts';

/** The time in ms after which the dialog looks again whether everybody has finished. */
const LOOK_AGAIN_MS = 3_000;

interface Props {
  /** The newest results. After a 409 they are read again, and the dialog shows the new figures. */
  results: Results;
  reasons: ReasonsOf;
  onClose: () => void;
}

/** Asks before the differences are posted, with their size in cases and at cost. The server posts exactly these differences or nothing. */
export function PostDialog({ results, reasons, onClose }: Props) {
  const [note, setNote] = useState('');
  const [anyway, setAnyway] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  /** The digest of the figures in this dialog. If newer figures arrive, the person must look at them before posting. */
  const [seen, setSeen] = useState(results.digest);
  const keys = useIdempotencyKey();
  const { short, over } = sidesOf(results.lines);
  const adjusted = differing(results.lines);
  const open = stillCounting(results);
  const isOpen = open.length > 0 || results.recounts > 0;
  const uncounted = results.lines.filter((line) => line.counted === null).length;
  const isChanged = seen !== results.digest;
  // Nothing is read anew behind a dialog, but who is still counting here may finish at any moment.
  useQuery({ ...queryFor(stocktakeResults, { _id: results._id }), refetchInterval: isOpen ? LOOK_AGAIN_MS : false });
  const post = async (close: () => void) => {
    if (isChanged) return setSeen(results.digest);
    const of = adjusted.filter((line) => reasons[line.product_id] !== undefined);
    const body = {
      stocktake_id: results._id,
      expect_digest: results.digest,
      anyway: anyway && isOpen,
      note,
      reason_of: of.map((line) => line.product_id),
      reason: of.map((line) => reasons[line.product_id] ?? ('count' as const)),
    };
    setRefused(null);
    try {
      const done = await callApi(postStocktake, body, { key: keys.keyFor(body) });
      keys.done();
      toast('good', `${done.ref} posted: ${plural(done.adjusted, '# adjustment', '# adjustments')}.`);
      await invalidateAll();
      close();
    } catch (error) {
      keys.failed(error);
      setRefused(
        error instanceof CallError ? (Object.values(error.fields).at(0) ?? messageOf(error)) : messageFor(error),
      );
      // The dialog shows why the stocktake cannot be posted.
      await invalidateAll();
    }
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Post stocktake"
      description="The stock changes by the differences. This action cannot be reversed."
      save={isChanged ? 'Accept new figures' : 'Post'}
      icon="check"
      ready={!isOpen || anyway}
      onSave={post}
    >
      {refused && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused}
        </Notice>
      )}
      {isChanged && (
        <Notice tone="wait" icon="swap" role="alert">
          The counts or the stock changed since you looked. These are the new figures.
        </Notice>
      )}
      <dl className="figures grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-1 rounded-card bg-surface-sunken px-4 py-3">
        <Side name="Short" {...short} />
        <Side name="Over" {...over} />
      </dl>
      <p className="figures font-semibold">
        {adjusted.length === 0
          ? 'Nothing differs: no stock moves.'
          : `${plural(adjusted.length, '# adjustment', '# adjustments')}, net ${showNaira(over.kobo - short.kobo)} at cost.`}
      </p>
      {uncounted > 0 && (
        <p className="figures text-ink-soft">
          {plural(
            uncounted,
            '# product was not counted: its stock stays as it is.',
            '# products were not counted: their stock stays as it is.',
          )}
        </p>
      )}
      {isOpen && (
        <CheckField
          label={[
            open.length > 0 && `${open.join(', ')} still counting`,
            results.recounts > 0 &&
              plural(results.recounts, '# product waits for a recount', '# products wait for a recount'),
            'post anyway',
          ]
            .filter(Boolean)
            .join('; ')}
          checked={anyway}
          onChange={setAnyway}
        />
      )}
      <TextField label="Note" value={note} onChange={setNote} hint="Shown beside each movement. Optional." />
    </DialogForm>
  );
}

function Side({ name, products, size, kobo }: { name: string; products: number; size: string; kobo: number }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        {plural(products, '# product', '# products')}, {size}
      </dd>
      <dd className="text-right font-semibold">{showNaira(kobo)}</dd>
    </>
  );
}
