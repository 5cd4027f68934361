import { useContact } from '#crud/query/useSession.ts';
import { ageText } from '#domain/time.ts';
import { type KindFacts, PARTY_LABEL } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/feedback/Progress.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { type Prepared, usePrepared } from './usePrepared.ts';

/** Shows whether this tablet holds the data that the task needs offline, how old it is, and "Prepare now" (B11.1). */
export function Ready({ kind }: { kind: KindFacts }) {
  const { prepared, progress, prepare, stopping, stop } = usePrepared(kind);
  const { online } = useContact();
  // The notice keeps its height while it checks, so that the form below does not move.
  if (!prepared) {
    return (
      <Notice
        tone="quiet"
        icon="clock"
        action={
          <Button icon="download" disabled>
            Prepare now
          </Button>
        }
      >
        Looking what this tablet holds…
      </Notice>
    );
  }
  const ready = isReady(prepared);
  return (
    <Notice
      tone={ready ? 'good' : 'wait'}
      icon={ready ? 'check' : 'cloudOff'}
      action={
        progress ? (
          <Button disabled={stopping} onClick={stop}>
            {stopping ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <Button icon="download" disabled={!online} onClick={() => void prepare()}>
            Prepare now
          </Button>
        )
      }
    >
      {progress ? (
        <Progress label="Preparing" done={progress.of ? progress.done / progress.of : 0}>
          Preparing{progress.of === null ? '…' : ` ${progress.done} of ${progress.of}`}
        </Progress>
      ) : (
        readyText(prepared, PARTY_LABEL[kind.source].toLowerCase())
      )}
    </Notice>
  );
}

const isReady = ({ sources, held }: Prepared) => sources > 0 && held >= sources;

/** `party`: the word for one source, such as "distributor". */
function readyText(prepared: Prepared, party: string): string {
  const { sources, held, products, at } = prepared;
  if (sources === 0) return 'This tablet cannot work offline yet.';
  if (!isReady(prepared)) return `Not ready for offline: ${held} of ${sources} ${party}s are on this tablet.`;
  const age = at === null ? '' : ageText((Date.now() - at) / 1_000);
  const parties = `${held} ${party}${held === 1 ? '' : 's'}`;
  return `Ready for offline: ${parties}, prices ${age === 'now' ? 'just read' : `${age} old`}, ${products} products`;
}
