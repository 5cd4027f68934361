import { useCallback, useEffect, useRef, useState } from 'react';
import { nextTask } from '#client/nextTask.ts';
import { queryClient } from '#client/reads/queries.ts';
import { useContact } from '#crud/query/useSession.ts';
import { ageText } from '#domain/time.ts';
import { type KindFacts, PARTY_LABEL } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/feedback/Progress.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { partiesQuery, productsOfQuery } from '../parts/parties.ts';

/** Ids counted per task, so that the screen stays responsive. */
const IDS_AT_ONCE = 2_000;

interface Prepared {
  sources: number;
  held: number;
  products: number;
  /** The time of the oldest response in epoch milliseconds. */
  at: number | null;
}

/** Shows whether this tablet holds the data that the task needs offline, how old it is, and "Prepare now" (B11.1). */
export function Ready({ kind }: { kind: KindFacts }) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null);
  const [stopping, setStopping] = useState(false);
  const stop = useRef(false);
  const { online } = useContact();

  const look = useCallback(async () => {
    const { savedReads } = await import('#offline/reads/savedReads.ts');
    const { sessionStore } = await import('#client/session/state.ts');
    const saved = savedReads(() => sessionStore.read().profile?.user_id ?? null);
    const [sources, destinations] = await Promise.all([
      saved.peek<Party[]>(partiesQuery(kind.source).queryKey),
      saved.peek<Party[]>(partiesQuery(kind.destination).queryKey),
    ]);
    if (!sources || !destinations) return setPrepared({ sources: 0, held: 0, products: 0, at: null });
    const active = sources.data.filter((party) => party.status === 'active');
    let held = 0;
    let oldest = Math.min(sources.at, destinations.at);
    const products = new Set<string>();
    for (const party of active) {
      const read = await saved.outline(productsOfQuery(kind.source, party._id).queryKey);
      if (!read) continue;
      held += 1;
      oldest = Math.min(oldest, read.at);
      for (let at = 0; at < read.ids.length; at += IDS_AT_ONCE) {
        for (const id of read.ids.slice(at, at + IDS_AT_ONCE)) products.add(id);
        await nextTask();
      }
    }
    setPrepared({ sources: active.length, held, products: products.size, at: oldest });
  }, [kind]);
  useEffect(() => void look(), [look]);

  const prepare = async () => {
    stop.current = false;
    setStopping(false);
    setProgress({ done: 0, of: null });
    // The button reacts to the press before the work begins.
    await nextTask();
    try {
      const [sources] = await Promise.all([
        fetchFresh<Party[]>(partiesQuery(kind.source)),
        fetchFresh<Party[]>(partiesQuery(kind.destination)),
      ]);
      const queue = sources.filter((party) => party.status === 'active');
      const all = queue.length;
      let done = 0;
      setProgress({ done, of: all });
      const worker = async () => {
        for (let party = queue.shift(); party && !stop.current; party = queue.shift()) {
          await fetchFresh(productsOfQuery(kind.source, party._id));
          done += 1;
          setProgress({ done, of: all });
        }
      };
      await Promise.all([worker(), worker(), worker()]);
    } catch {
      // Loaded data is kept. The notice shows what is missing.
    } finally {
      await look();
      setProgress(null);
    }
  };

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
  const ready = prepared.sources > 0 && prepared.held >= prepared.sources;
  const age = prepared.at === null ? '' : ageText((Date.now() - prepared.at) / 1_000);
  const text = ready
    ? `Ready for offline: ${prepared.held} ${PARTY_LABEL[kind.source].toLowerCase()}${prepared.held === 1 ? '' : 's'}, prices ${age === 'now' ? 'just read' : `${age} old`}, ${prepared.products} products`
    : prepared.sources === 0
      ? 'This tablet cannot work offline yet.'
      : `Not ready for offline: ${prepared.held} of ${prepared.sources} ${PARTY_LABEL[kind.source].toLowerCase()}s are on this tablet.`;
  return (
    <Notice
      tone={ready ? 'good' : 'wait'}
      icon={ready ? 'check' : 'cloudOff'}
      action={
        progress ? (
          <Button
            disabled={stopping}
            onClick={() => {
              stop.current = true;
              setStopping(true);
            }}
          >
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
        text
      )}
    </Notice>
  );
}

interface Party {
  _id: string;
  status: string;
}

/** Reads from the network, even if the cache is fresh. */
async function fetchFresh<T>(options: { queryKey: readonly unknown[] }): Promise<T> {
  const answer = (await queryClient.fetchQuery({
    ...(options as Parameters<typeof queryClient.fetchQuery>[0]),
    staleTime: 0,
    meta: { patient: true },
  })) as { data: T };
  return answer.data;
}
