/** The state of the form that counts one product, and its save. */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type AdjustReason, adjustStock } from '#contract/stock/stockCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { currentOf } from '#crud/conflict/ConflictDialog.tsx';
import { parseMoney } from '#domain/money.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';

interface CountOf {
  warehouseId: string;
  /** Units by product id. */
  stock: ReadonlyMap<string, number>;
  reason: AdjustReason;
}

export function useCount({ warehouseId, stock, reason }: CountOf) {
  const [chosen, setChosen] = useState('');
  const [counted, setCounted] = useState<number | null>(null);
  const { held, against, saved } = useBooks(stock, chosen);
  const [price, setPrice] = useState('');
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  // Pressing again after a lost response sends the same count again.
  const keys = useIdempotencyKey();
  const typed = useRef({ chosen, counted });
  useEffect(() => {
    typed.current = { chosen, counted };
  }, [chosen, counted]);

  const count = (next: number | null) => {
    setCounted(next);
    against((before) => (next === null ? null : (before ?? held)));
  };
  const choose = (product: string) => {
    setChosen(product);
    count(null);
  };
  /** Shows that `units` are saved. If the person typed on while the count was being saved, the new input stays. */
  const showSaved = (units: number) => {
    saved(units);
    toast('good', 'Stock successfully updated.');
    if (typed.current.chosen !== chosen) return;
    if (typed.current.counted !== units) return against(() => units);
    choose('');
    setPrice('');
    setNote('');
  };
  const showRefused = (error: unknown, focusRefused: () => void) => {
    // The refusal contains the current stock. The next press is based on that stock.
    if (error instanceof CallError && error.word === 'conflict')
      against(() => currentOf<{ quantity: number }>(error.data)?.quantity ?? null);
    if (error instanceof CallError) {
      setRefused(error.fields);
      focusRefused();
    }
    toast('bad', messageFor(error));
  };
  const save = async (units: number) => {
    setBusy(true);
    setRefused({});
    const focusRefused = firstWrongOf();
    const body = {
      warehouse_id: warehouseId,
      product_id: chosen,
      counted: units,
      reason,
      note,
      cost_price: reason === 'opening' ? price : '',
      base_quantity: held,
    };
    try {
      await callApi(adjustStock, body, { key: keys.keyFor(body) });
      keys.done();
      showSaved(units);
    } catch (error) {
      keys.failed(error);
      showRefused(error, focusRefused);
    } finally {
      setBusy(false);
      await invalidateAll();
    }
  };
  const without = (field: string) =>
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
  const kobo = parseMoney(price || '0');
  return {
    chosen,
    choose,
    /** The counted units. */
    counted,
    setCounted: count,
    /** The units in the books. */
    held,
    price,
    setPrice(text: string) {
      setPrice(text);
      without('cost_price');
    },
    priceError: reason !== 'opening' || (kobo !== null && kobo >= 0) ? undefined : 'Buy price must be a number.',
    note,
    setNote(text: string) {
      setNote(text);
      without('note');
    },
    refused,
    busy,
    save,
  };
}

/**
 * The units in the books that the count of the chosen product is compared with. `against` fixes them when counting begins; if the stock changed since, the
 * server refuses the count. `saved` records a count of this form.
 */
function useBooks(stock: ReadonlyMap<string, number>, chosen: string) {
  const [fixed, against] = useState<number | null>(null);
  /**
   * The last count of this form, until the stock is read again. Without this record a second count would look like a conflict with the person's own
   * change.
   */
  const [own, setOwn] = useState<{ product: string; before: number | undefined; counted: number } | null>(null);
  if (own && stock.get(own.product) !== own.before) setOwn(null);
  const read = stock.get(chosen);
  const held = fixed ?? (own?.product === chosen && own.before === read ? own.counted : (read ?? 0));
  const saved = (units: number) => setOwn({ product: chosen, before: read, counted: units });
  return { held, against, saved };
}
