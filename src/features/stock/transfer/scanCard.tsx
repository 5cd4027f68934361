import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesAndUnits, casesText } from '#domain/units.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { hasCamera } from '../scan/codeReader.ts';
import { type SeenScan, withNewest } from '../scan/lastScans.ts';
import { TeachDialog } from '../scan/TeachDialog.tsx';
import { useWedge } from '../scan/useWedge.ts';
import type { Scanner } from './useScans.ts';

const CameraPane = lazyPart(() => import('../scan/CameraPane.tsx'), 'CameraPane');

/** The last three scans of this step, newest first. */
function useLastScans(last: Scanner['last']): readonly SeenScan[] {
  const [seen, setSeen] = useState<readonly SeenScan[]>([]);
  useEffect(() => {
    if (!last) return;
    const { name, line, shortage } = last;
    const { case_count } = line.about;
    const quantity = casesAndUnits(movedQuantity(line), case_count);
    const warning = shortage ? shortageText(shortage, case_count) : undefined;
    setSeen((before) => withNewest(before, { name, ...quantity, at: Math.floor(Date.now() / 1_000), warning }));
  }, [last]);
  return seen;
}

/** The scanner of step 2: the running count, the last scan, the camera, and unknown codes. */
export function ScanCard({ scanner }: { scanner: Scanner }) {
  const [camera, setCamera] = useState(false);
  const { notes, last, unknown, counting } = scanner;
  const seen = useLastScans(last);
  const scan = (code: string) => void scanner.scan(code);
  useWedge(scan);
  return (
    <Card label="Scanner">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-field bg-accent-soft text-accent">
          <Icon name="barcode" size={24} />
        </span>
        <div role="status" aria-label="Scans" className="min-w-0 flex-1">
          <p className="figures font-semibold">
            {!scanner.ready
              ? 'Loading products…'
              : notes.scans === 0
                ? 'Scan a product'
                : `${notes.scans} ${notes.scans === 1 ? 'scan' : 'scans'}`}
          </p>
          <p className="text-sm text-ink-soft">
            {last
              ? `${last.name}: ${casesText(last.units, last.line.about.case_count)} added, now ${casesText(movedQuantity(last.line), last.line.about.case_count)}${counting ? ' accepted' : ''}`
              : counting
                ? 'Scan what arrived.'
                : 'Scan a case or a single unit.'}
          </p>
          {last?.shortage && (
            <p className="text-sm font-medium text-bad">{shortageText(last.shortage, last.line.about.case_count)}</p>
          )}
        </div>
        {hasCamera() && (
          <Button icon="camera" aria-expanded={camera} onClick={() => setCamera(true)}>
            Camera
          </Button>
        )}
      </div>
      {camera && (
        <div className="mt-4 h-[min(40rem,70dvh)] overflow-hidden rounded-card">
          <Suspense>
            <CameraPane onScan={scan} last={seen} onClose={() => setCamera(false)} />
          </Suspense>
        </div>
      )}
      <ParkedCodes scanner={scanner} />
      {unknown && (
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
      )}
    </Card>
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
    <section aria-label="Unknown codes" className="mt-4 border-t pt-3 text-left">
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
