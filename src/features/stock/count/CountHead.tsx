import { useState } from 'react';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { useTitle } from '#ui/hooks/useTitle.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { SignalsItem } from '../scan/SignalsSwitch.tsx';
import { clockText } from './countWords.ts';

interface Props {
  session: CountSession;
  /** The beginning of the stocktake, epoch seconds. Null: no server has answered yet. */
  since: number | null;
  /** The age of the stored copy in words; null: the server's answer is shown. */
  copy: string | null;
  onPlace: (() => void) | null;
}

/** Says whose goods are counted and since when, and how another tablet can join. */
export function CountHead({ session, since, copy, onPlace }: Props) {
  const heading = useTitle();
  const [adding, setAdding] = useState(false);
  const { warehouse_name, scope_name, blind, ref } = session;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b bg-surface px-6 py-3 max-lg:order-1 lg:not-short:min-h-22 max-sm:flex-nowrap max-sm:py-1.5 max-sm:pr-2 max-sm:pl-4">
      <div className="min-w-0 flex-1 sm:basis-56">
        <h1 ref={heading} className="text-xl font-semibold leading-tight max-sm:text-base">
          Stocktake of {warehouse_name}
        </h1>
        <p className="figures text-sm text-ink-soft max-sm:leading-tight">
          {[
            scope_name,
            since === null ? 'not sent yet' : `since ${clockText(since)}`,
            blind ? 'blind: the book figure stays hidden' : 'the books are shown',
          ].join(' · ')}
        </p>
        {copy && <p className="text-sm font-semibold text-wait">{copy}</p>}
      </div>
      <div className="flex gap-2">
        <span className="contents max-sm:hidden">
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a tablet
          </Button>
        </span>
        <RowMenu of="Stocktake" head>
          {onPlace && (
            <button type="button" onClick={onPlace}>
              Where are you?
            </button>
          )}
          <button type="button" onClick={() => setAdding(true)}>
            Add a tablet
          </button>
          <SignalsItem />
        </RowMenu>
      </div>
      <Dialog
        open={adding}
        onClose={() => setAdding(false)}
        title="Add a tablet"
        actions={<Button onClick={() => setAdding(false)}>Close</Button>}
      >
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>The other person signs in on the other tablet.</li>
          <li>
            That person opens <strong>Count</strong> and chooses <strong>{warehouse_name}</strong>.
          </li>
          <li>
            {ref ? (
              <>
                That person opens this stocktake: <strong className="figures">{ref}</strong>.
              </>
            ) : (
              'Without a connection, that person starts a stocktake there too. Both become one when they are sent.'
            )}
          </li>
        </ol>
      </Dialog>
    </header>
  );
}

/** Asks where the person counts. The place stays until the person begins another one. */
export function PlaceDialog({
  here,
  before,
  onGo,
  onClose,
}: {
  here: string;
  /** Places that were named earlier, on this tablet or by others. */
  before: readonly string[];
  onGo: (place: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(here);
  const go = (place: string) => {
    onGo(place);
    onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Where are you?"
      description="Your counts have this place until you name another one. Counts of different places are added up."
      save="Count here"
      ready
      onSave={() => go(typed)}
    >
      <TextField
        label="Place"
        value={typed}
        onChange={setTyped}
        hint="Aisle A, shelf 4. Empty: the whole room is one place."
      />
      {before.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm font-semibold">Places named before</legend>
          {before.map((one) => (
            <Button key={one} onClick={() => go(one)}>
              {one}
            </Button>
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
}
