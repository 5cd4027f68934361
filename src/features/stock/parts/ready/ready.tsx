import { useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from '#client/whenIdle.ts';
import { useContact } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { KindFacts, PartyType } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Progress } from '#ui/feedback/Progress.tsx';
import { Icon } from '#ui/Icon.tsx';
import { clockText } from '../clockText.ts';
import { FRESH_MS, lookAlone, preparation, prepare, prepareByItself, stop } from './preparing.ts';
import type { Prepared, PreparedKind } from './whatIsHeld.ts';

/**
 * Says whether this tablet works without a network, and how old its prices are (B11.1). The button is shown only while something is missing and nothing
 * loads. The space is reserved from the start, so that nothing moves. `begins`: starts the loading. On the home it is false, because the frame of the app
 * starts the loading some seconds later.
 */
export function Ready({ kind, begins = true }: { kind: KindFacts; begins?: boolean }) {
  const { prepared, progress, stopping, rests, appHeld } = useSyncExternalStore(
    preparation.subscribe,
    preparation.read,
  );
  const { online } = useContact();
  useEffect(() => {
    if (!begins) return whenIdle(() => void lookAlone());
    void prepareByItself(kind);
  }, [kind, begins]);
  const held = prepared?.kinds[kind.kind];
  const hasGoods = held !== undefined && held.sources > 0 && held.held >= held.sources && held.priced;
  const hasAll = hasGoods && held.missing === 0;
  const ready = hasAll && appHeld;
  const lacks = rests && !hasAll;
  const old = prepared?.at ? Date.now() - prepared.at > 2 * FRESH_MS : false;
  return (
    <div
      className={classes(
        'flex min-h-tap flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft',
        // The width of the usual words, so that all texts begin at the same place.
        lacks ? 'sm:justify-end' : 'sm:w-92',
      )}
    >
      {progress ? (
        <>
          <div className="w-44">
            <Progress label="Preparing" done={progress.of ? progress.done / progress.of : 0}>
              Preparing{progress.of === null ? '…' : ` ${progress.done} of ${progress.of}`}
            </Progress>
          </div>
          <Button disabled={stopping} onClick={stop}>
            {stopping ? 'Stopping…' : 'Stop'}
          </Button>
        </>
      ) : (
        <>
          <p role="status" className={classes('flex items-center gap-2', lacks && 'text-wait')}>
            <Icon name={ready ? 'check' : lacks ? 'cloudOff' : 'clock'} size={18} />
            <span className={classes(!ready && 'max-w-56')}>
              {hasAll && !appHeld ? (
                'Storing the app on this tablet…'
              ) : !prepared || !(ready || rests) ? (
                'Checking what is stored on this tablet…'
              ) : ready ? (
                <>
                  <span className="sr-only">{syncWords.readyForOffline(partiesText(held, kind))} </span>
                  <span>{readyText(prepared)}</span>
                </>
              ) : (
                missingText(held, kind)
              )}
            </span>
          </p>
          {rests && (!hasAll || old) && (
            <Button
              icon="download"
              aria-label="Prepare now: Download for offline"
              disabled={!online}
              onClick={() => void prepare(kind)}
            >
              Download for offline
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const PARTIES: Readonly<Record<PartyType, (n: number) => string>> = {
  seller: (n) => plural(n, '# hub', '# hubs'),
  sales_officer: (n) => plural(n, '# delivery associate', '# delivery associates'),
  distributor: (n) => plural(n, '# distributor', '# distributors'),
};

function partiesText({ held }: PreparedKind, kind: KindFacts): string {
  return PARTIES[kind.source](held);
}

const readyText = ({ products, at }: Prepared) => syncWords.worksOffline(products, at === null ? 'now' : sinceText(at));

/** "now" for fresh prices, otherwise "14:31" for today and "23 Nov, 16:53" for earlier days. `at` in epoch milliseconds. */
function sinceText(at: number): string {
  const now = Date.now() / 1_000;
  return now - at / 1_000 < 60 ? 'now' : clockText(at / 1_000, now);
}

function missingText(held: PreparedKind | undefined, kind: KindFacts): string {
  if (!held || held.sources === 0) return 'Not ready for offline yet.';
  if (held.held >= held.sources && !held.priced) return 'Not ready for offline: prices are missing.';
  if (held.held >= held.sources)
    return `Not ready for offline: the lines of ${plural(held.missing, '# expected transfer', '# expected transfers')} are missing.`;
  return `Not ready for offline: ${held.held} of ${PARTIES[kind.source](held.sources)} are on this tablet.`;
}
