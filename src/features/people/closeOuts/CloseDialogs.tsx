/** Closing a day with two signatures, and opening it again (CLO-03, CLO-04, CLO-07). */
import { useState } from 'react';
import { type CloseOutDay, closeDay, reopenDay } from '#contract/closeout/closeOutCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { OwnPasswordField, useOwnPassword } from '#crud/fields/OwnPassword.tsx';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import { dayText } from '#ui/when.ts';
import { ChangedFigures } from './Changed.tsx';
import { CountInHand, type CountTexts, isCount, NOT_COUNTED, unitsOf } from './CountInHand.tsx';
import { isSigned, SignaturePad, UNSIGNED } from './SignaturePad.tsx';

/** `taker`: the name of the account that takes the day. */
export function CloseDialog({ day: live, taker, onClose }: { day: CloseOutDay; taker: string; onClose: () => void }) {
  // The signatures are for the figures that the dialog showed when it opened.
  const [day, setDay] = useState(live);
  const [turn, setTurn] = useState(0);
  const hasChanged = live.closed === null && live.now.digest !== day.now.digest;
  const { send, busy, refused, retyped } = useCommand();
  const own = useOwnPassword();
  const [counts, setCounts] = useState<Readonly<Record<string, CountTexts>>>({});
  const [officer, setOfficer] = useState(UNSIGNED);
  const [mine, setMine] = useState(UNSIGNED);
  const [note, setNote] = useState('');
  const isTyped = officer.typed !== null || mine.typed !== null;
  const inHand = day.now.lines.filter((line) => line.left > 0);
  const countOf = ({ product_id }: { product_id: string }) => counts[product_id] ?? NOT_COUNTED;
  const counted = inHand.filter((line) => unitsOf(countOf(line), line.case_count) !== null);
  const ready =
    !hasChanged &&
    isSigned(officer) &&
    isSigned(mine) &&
    (!isTyped || own.typed) &&
    inHand.every((line) => isCount(countOf(line)));
  // A signature belongs to the figures that were seen, so new figures clear both signatures.
  const lookAgain = () => {
    setDay(live);
    setTurn((before) => before + 1);
    setOfficer(UNSIGNED);
    setMine(UNSIGNED);
    own.clear();
  };
  return (
    <DialogForm
      onClose={onClose}
      title={`Close ${dayText(day.day)} of ${day.officer.name}`}
      description={`Still to hand in: ${showNaira(day.now.money.cash_left)}. The signed figures stay as they are, and no goods move.`}
      save="Close day"
      ready={ready}
      busy={busy}
      onSave={async (close) => {
        const body = {
          ...{ sales_officer_id: day.officer._id, day: day.day, expect_digest: day.now.digest },
          ...{ product_ids: counted.map((line) => line.product_id), note: note.trim() },
          counts: counted.map((line) => unitsOf(countOf(line), line.case_count)),
          ...(officer.typed === null ? { officer_path: officer.path } : { officer_name: officer.typed }),
          ...(mine.typed === null ? { taker_path: mine.path } : { taker_name: mine.typed }),
          ...(isTyped ? { hash_own: await own.hash() } : {}),
        };
        const on = { fields: (fields: Readonly<Record<string, string>>) => own.refuse(fields, () => {}) };
        if (await send(closeDay, body, `${dayText(day.day)} of ${day.officer.name} closed.`, on)) close();
      }}
    >
      {hasChanged && <ChangedFigures was={day.now} is={live.now} onLook={lookAgain} />}
      {inHand.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1 font-semibold">Counted in hand (what is left empty is not counted)</legend>
          {inHand.map((line) => (
            <CountInHand
              key={line.product_id}
              name={line.name}
              note={`In hand by the books: ${casesText(line.left, line.case_count)}`}
              value={countOf(line)}
              onChange={(next) => {
                retyped('counts');
                retyped('product_ids');
                setCounts((before) => ({ ...before, [line.product_id]: next }));
              }}
              error={line === counted[0] ? (refused.counts ?? refused.product_ids) : undefined}
            />
          ))}
        </fieldset>
      )}
      <SignaturePad
        key={`officer ${turn}`}
        name={day.officer.name}
        value={officer}
        onChange={(next) => {
          retyped('officer_path');
          retyped('officer_name');
          setOfficer(next);
        }}
        error={refused.officer_path ?? refused.officer_name}
      />
      <SignaturePad
        key={`taker ${turn}`}
        name={taker}
        value={mine}
        onChange={(next) => {
          retyped('taker_path');
          retyped('taker_name');
          setMine(next);
        }}
        error={refused.taker_path ?? refused.taker_name}
      />
      {isTyped && <OwnPasswordField {...own.field} />}
      <LongTextField label="Note" value={note} onChange={setNote} error={refused.note} />
    </DialogForm>
  );
}

export function ReopenDialog({ day, onClose }: { day: CloseOutDay; onClose: () => void }) {
  const { send, busy, refused, retyped } = useCommand();
  const [note, setNote] = useState('');
  const [closed] = useState(day.closed);
  if (closed === null) return null;
  return (
    <DialogForm
      onClose={onClose}
      title={`Open ${dayText(day.day)} of ${day.officer.name} again`}
      description={`${closed.ref} can still be read as it was signed.`}
      save="Open again"
      ready={note.trim().length >= 3}
      busy={busy}
      onSave={async (close) => {
        const success = `${dayText(day.day)} of ${day.officer.name} is open again.`;
        if (await send(reopenDay, { _id: closed._id, note: note.trim() }, success)) close();
      }}
    >
      <LongTextField
        label="Reason"
        value={note}
        onChange={(next) => {
          retyped('note');
          setNote(next);
        }}
        error={refused.note}
        required
      />
    </DialogForm>
  );
}
