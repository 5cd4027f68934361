import type { ReactNode } from 'react';
import type { BaseRow, Model, RowOf } from '#contract/model.ts';
import type { Permission } from '#domain/permissions.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Fact } from '#ui/Fact.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { tabClasses } from '#ui/Tabs.tsx';
import { kitTexts } from '#ui/texts.ts';
import { usePathValues } from '../address.ts';
import { LastChanged } from '../history/LastChanged.tsx';
import { Link } from '../Link.tsx';
import type { ListTexts } from '../list/ListScreen.tsx';
import { ListStep } from '../list/ListStep.tsx';
import type { TabbedList } from '../paths.ts';
import { Loaded } from '../query/Loaded.tsx';
import { StoredCopy } from '../query/Saved.tsx';
import { useRecord } from '../query/useRecord.ts';
import { useSession } from '../query/useSession.ts';

export interface Tab<Row> {
  /** The tab's part of the address: `/sales-officers/{id}/balance`. */
  key: string;
  title: string;
  /** The tab is hidden unless the person has one of these permissions. The server checks them too. */
  needs?: readonly Permission[];
  body: (row: Row) => ReactNode;
  /** The tab is where people work: it stands before the glance and, on a narrow screen, before the card about the record. */
  first?: boolean;
  /** The tab is printed alone, under its own title: without the name of the record, the glance and the cards beside it. */
  alone?: boolean;
}

interface Props<M extends Model> {
  of: M;
  words: Pick<ListTexts, 'one' | 'missing'>;
  /** For example `/sales-officers`. The address of a tab is `${path}/{id}/{tab}`. */
  path: TabbedList;
  tabs: readonly Tab<RowOf<M>>[];
  side: (row: RowOf<M>) => ReactNode;
  /** The buttons beside the name, for every tab. */
  actions?: (row: RowOf<M>) => ReactNode;
  /** Under the name: what the record is, where that is more than one word for all. */
  note?: (row: RowOf<M>) => string;
  /** The content above the tabs, for every tab: what people look for first. */
  glance?: (row: RowOf<M>) => ReactNode;
  /** The content below the tabs, for every tab: what people look for last. */
  below?: (row: RowOf<M>) => ReactNode;
}

/** One record with its tabs on the left and a card about it on the right (SO-11, DOFF-06, BUY-03). */
export function DetailScreen<M extends Model>({
  of: model,
  words,
  path,
  tabs,
  side,
  actions,
  note: noteOf,
  glance,
  below,
}: Props<M>) {
  const { id = '', tab } = usePathValues();
  const query = useRecord(model, id);
  const { profile } = useSession();
  const seen = tabs.filter(
    ({ needs }) => !needs || needs.some((permission) => profile?.permissions.includes(permission)),
  );
  const open = tab === undefined ? seen[0] : seen.find((one) => one.key === tab);
  const unprinted = open?.alone && 'no-print';
  const head = (words: string) => (unprinted ? <span className={unprinted}>{words}</span> : words);
  return (
    <Loaded query={query} title={words.one} missing={words.missing ?? `${model.label} not found`}>
      {([row]) => (
        <Page
          key={id}
          title={head((row as { name?: string }).name || words.one)}
          note={head(noteOf?.(row) ?? words.one)}
          actions={
            <>
              <ListStep id={id} />
              {actions?.(row)}
            </>
          }
        >
          {query.data?.copy && <StoredCopy at={query.data.at} isListed={query.data.listed} />}
          {!open?.first && glance && <div className={classes('contents', unprinted)}>{glance(row)}</div>}
          <div className="grid items-start gap-5 lg:grid-cols-[1fr_16rem] min-[100rem]:grid-cols-[1fr_20rem]">
            <div className={classes('flex min-w-0 flex-col gap-4', !open?.first && 'max-lg:order-last')}>
              {seen.length > 1 && (
                <nav aria-label="Tabs" className="ring-inside flex gap-1 overflow-x-auto border-b">
                  {seen.map((one) => (
                    <Link
                      key={one.key}
                      to={`${path}/${id}/${one.key}`}
                      {...(one === open ? { 'aria-current': 'page' as const } : {})}
                      className={tabClasses(one === open)}
                    >
                      {one.title}
                    </Link>
                  ))}
                </nav>
              )}
              {open ? open.body(row) : <NoTab />}
            </div>
            <aside
              aria-label={words.one}
              className={classes(
                'flex flex-col items-stretch gap-5 max-lg:sm:grid max-lg:sm:items-start max-lg:sm:has-[>:nth-child(2)]:grid-cols-2',
                unprinted,
              )}
            >
              {side(row)}
            </aside>
          </div>
          {open?.first && glance?.(row)}
          {below && <div className={classes('contents', unprinted)}>{below(row)}</div>}
        </Page>
      )}
    </Loaded>
  );
}

function NoTab() {
  return (
    <Card>
      <EmptyState scene="find" title={kitTexts.pageNotFound}>
        {kitTexts.checkUrl}
      </EmptyState>
    </Card>
  );
}

/** An e-mail address that is wider than the card breaks before its "@", not within a word. */
function broken(value: ReactNode): ReactNode {
  if (typeof value !== 'string' || !value.includes('@')) return value;
  const at = value.indexOf('@');
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}

/** The card beside a record, whose name is the title of the page: facts, actions (Edit, Call), and who changed the record last (B12.2). */
export function SideCard({
  row,
  facts,
  actions,
}: {
  row: BaseRow;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  actions: ReactNode;
}) {
  return (
    <Card>
      <dl className="grid gap-x-3 gap-y-2.5 max-lg:grid-cols-2 max-sm:text-[0.9375rem]">
        {facts.map(([label, value]) => (
          <Fact key={label} name={label}>
            {broken(value)}
          </Fact>
        ))}
      </dl>
      <div className="no-print mt-5 flex flex-wrap gap-2 border-t pt-4 *:grow *:basis-24">{actions}</div>
      <div className="mt-4">
        <LastChanged row={row} />
      </div>
    </Card>
  );
}
