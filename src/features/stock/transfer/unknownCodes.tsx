import { useState } from 'react';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { casesText } from '#domain/units.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { TeachDialog } from '../scan/TeachDialog.tsx';
import type { Scanner } from './useScans.ts';

/** A code that no product has, or several have. It is not counted, and the scanner's own Enter cannot close the window. */
export function UnknownCode({ scanner }: { scanner: Scanner }) {
  const { unknown } = scanner;
  if (!unknown) return null;
  return (
    <Dialog
      open
      onClose={scanner.acknowledge}
      title="Unknown code"
      actions={
        <Button look="primary" onClick={scanner.acknowledge}>
          OK, not counted
        </Button>
      }
    >
      <p className="figures break-all rounded-card bg-bad-soft px-4 py-3 text-center text-2xl font-bold text-bad">
        {unknown.code}
      </p>
      <p className="text-ink-soft">{unknown.why}</p>
    </Dialog>
  );
}

/** Scanned codes that no product has. People can teach them with a connection, count them once they are known, or drop them. */
export function ParkedCodes({ scanner, closed = false }: { scanner: Scanner; closed?: boolean }) {
  const { notes, known } = scanner;
  const [teaching, setTeaching] = useState<string | null>(null);
  const { online } = useContact();
  const mayTeach = useCan('update_product');
  if (notes.unknown.length === 0) return null;
  return (
    <section aria-label="Unknown codes" className="border-b bg-wait-soft/40 px-6 py-3 text-left max-sm:px-4">
      <h2 className="font-semibold">
        {notes.unknown.length} unknown {notes.unknown.length === 1 ? 'code' : 'codes'}, not counted
      </h2>
      <ul className="mt-1 divide-y">
        {notes.unknown.map(({ code, times }) => {
          const hits = known(code);
          const hit = hits?.length === 1 ? hits[0] : undefined;
          return (
            <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <div className="flex min-w-32 flex-1 flex-wrap items-baseline gap-x-2">
                <span className="figures break-all font-semibold">{code}</span>
                <span className="text-sm text-ink-faint">
                  {times === 1 ? 'scanned once' : `scanned ${times} times`}
                </span>
                {hit && <span className="basis-full text-sm text-good">Now known as {hit.product.name}</span>}
              </div>
              {hit && !closed && (
                <Button icon="plus" onClick={() => void scanner.countParked(code)}>
                  Count {casesText(hit.units * times, hit.product.case_count)}
                </Button>
              )}
              {hits?.length === 0 && mayTeach && (
                <Button icon="edit" disabled={!online} onClick={() => setTeaching(code)}>
                  Teach
                </Button>
              )}
              <IconButton icon="trash" label={`Let go of ${code}`} onClick={() => void scanner.letGo(code)} />
            </li>
          );
        })}
      </ul>
      {!online && mayTeach && <p className="mt-1 text-sm text-ink-faint">You need a connection to link a code.</p>}
      {!mayTeach && (
        <p className="mt-1 text-sm text-ink-faint">A person who may change products can teach them on this tablet.</p>
      )}
      {teaching && (
        <TeachDialog
          code={teaching}
          onClose={() => setTeaching(null)}
          onTaught={(productId) => {
            // The response may arrive while another code's dialog is open.
            setTeaching((now) => (now === teaching ? null : now));
            // Otherwise the code stays until its scans are counted.
            if (closed || !scanner.offers(productId)) void scanner.letGo(teaching);
          }}
        />
      )}
    </section>
  );
}
