import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { askRecount, stocktakeResults } from '#contract/stock/stocktakeCalls.ts';
import { useId } from '#crud/address.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { Link } from '#crud/Link.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Strip } from '#ui/Strip.tsx';
import { momentText } from '#ui/when.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { PostDialog } from './PostDialog.tsx';
import { ResultLines } from './ResultLines.tsx';
import { differing, type ReasonsOf, type Results, sidesOf, stillCounting } from './results.ts';
import { PrintStocktake } from './StocktakePaper.tsx';

/** One stocktake, for the person who approves it. A posted stocktake has a paper (STK-37). */
export function Screen() {
  const id = useId();
  const query = useQuery(queryFor(stocktakeResults, { _id: id }));
  return (
    <Loaded query={query} title="Stocktake" missing="Stocktake not found">
      {(results) => <OneStocktake results={results} at={query.data?.copy ? query.data.at : null} />}
    </Loaded>
  );
}

/** `at`: the age of the stored copy in epoch ms; null: the server's answer is shown. */
function OneStocktake({ results, at }: { results: Results; at: number | null }) {
  const [reasons, setReasons] = useState<ReasonsOf>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<'post' | 'cancel' | null>(null);
  const { send, busy } = useCommand();
  const counts = useCan('count_stock');
  const isOpen = results.status === 'open';
  const recount = async () => {
    const product_ids = [...chosen];
    const success = plural(product_ids.length, '# product goes to a recount.', '# products go to a recount.');
    if (await send(askRecount, { stocktake_id: results._id, product_ids }, success)) setChosen(new Set());
  };
  return (
    <Page
      title={`Stocktake of ${results.warehouse.name}`}
      note={
        <span className="figures">
          {[
            results.ref,
            results.scope_name,
            `since ${momentText(results.created)}`,
            results.blind ? 'blind' : 'not blind',
          ].join(' · ')}
        </span>
      }
      actions={
        <>
          {results.status === 'posted' && <PrintStocktake results={results} />}
          {isOpen && counts && (
            <Link to={`/inventory/count/${results._id}`} className={buttonClasses('plain')}>
              Count
            </Link>
          )}
          {isOpen && <ServerButton onClick={() => setAsking('cancel')}>Cancel stocktake</ServerButton>}
          {isOpen && (
            <ServerButton
              look="primary"
              icon="check"
              disabled={results.counted_yourself}
              onClick={() => setAsking('post')}
            >
              Post
            </ServerButton>
          )}
        </>
      }
    >
      {at !== null && <StoredCopy at={at} />}
      <State results={results} />
      <Figures results={results} />
      {isOpen && chosen.size > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-card border bg-accent-soft px-4 py-2">
          <p className="flex-1 font-semibold">{plural(chosen.size, '# product chosen', '# products chosen')}</p>
          <Button onClick={() => setChosen(new Set())}>Choose none</Button>
          <ServerButton icon="sync" busy={busy} onClick={() => void recount()}>
            Count again
          </ServerButton>
        </div>
      )}
      <ResultLines
        results={results}
        reasons={reasons}
        onReason={(product, reason) => setReasons((before) => ({ ...before, [product]: reason }))}
        chosen={chosen}
        onChosen={setChosen}
      />
      {asking === 'post' && <PostDialog results={results} reasons={reasons} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelDialog results={results} onClose={() => setAsking(null)} />}
    </Page>
  );
}

/** Why the stocktake cannot be posted yet, or how it ended. */
function State({ results }: { results: Results }) {
  const who = results.closed_by?.name ?? '';
  const when = results.closed_at === null ? '' : momentText(results.closed_at);
  if (results.status === 'posted')
    return (
      <Notice tone="good" icon="check">
        Posted at {when} by {who}. The stock was adjusted by the differences.
      </Notice>
    );
  if (results.status === 'cancelled')
    return (
      <Notice tone="quiet" icon="close">
        Cancelled at {when} by {who}. No stock moved.
      </Notice>
    );
  const open = stillCounting(results);
  return (
    <>
      {results.counted_yourself && (
        <Notice tone="wait" icon="alert">
          You counted in this stocktake, so somebody else must post it.
        </Notice>
      )}
      {open.length > 0 && (
        <Notice tone="info" icon="people">
          Still counting: {open.join(', ')}.
        </Notice>
      )}
    </>
  );
}

function Figures({ results }: { results: Results }) {
  const { short, over } = sidesOf(results.lines);
  const net = over.kobo - short.kobo;
  const products = (n: number) => plural(n, '# product', '# products');
  return (
    <Strip
      label="Figures"
      cells={[
        {
          label: 'Counted',
          value: `${results.counted} of ${results.products}`,
          note: results.recounts > 0 ? plural(results.recounts, '# to recount', '# to recount') : 'nothing to recount',
        },
        {
          label: 'Short',
          value: wholeNaira(short.kobo),
          note: `${products(short.products)}, ${short.size}`,
          bad: short.kobo > 0,
        },
        { label: 'Over', value: wholeNaira(over.kobo), note: `${products(over.products)}, ${over.size}` },
        {
          label: 'Net value',
          value: wholeNaira(net),
          note: `${plural(differing(results.lines).length, '# adjustment', '# adjustments')} at cost`,
          bad: net < 0,
        },
      ]}
    />
  );
}
