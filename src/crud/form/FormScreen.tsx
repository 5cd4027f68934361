import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BaseRow, Model, RowOf } from '#contract/model.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { firstFieldOf } from '#ui/fields/focus.ts';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import { EditSnapshot } from '../conflict/useRowSnapshot.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { ListStep } from '../list/ListStep.tsx';
import { OVERVIEW } from '../paths.ts';
import { Loaded } from '../query/Loaded.tsx';
import { NotStored, StoredCopy } from '../query/Saved.tsx';
import { hasAllFormFields, useRecord } from '../query/useRecord.ts';
import type { FormProps } from './formProps.ts';
import { RecordForm } from './RecordForm.tsx';

/** The create and update screens of a model: dirty, valid and submitting rules, toasts, drafts, conflicts, unsaved changes (UI-01, WH-13, WH-14). */
export function FormScreen<M extends Model>(props: FormProps<M>) {
  const { of: model, words, id } = props;
  const query = useRecord(model, id);
  const kind = words.title ?? words.one;
  const title = `${id === undefined ? 'Create' : 'Update'} ${kind}`;
  if (id === undefined)
    return (
      <Page title={title} width="form">
        <RecordForm {...props} row={null} />
      </Page>
    );
  return (
    <Loaded
      query={query}
      title={title}
      missing={words.missing ?? `${model.label} not found`}
      {...(props.page || props.frame ? {} : { width: 'form', note: words.kind ?? kind })}
    >
      {([row]) => (
        <PageOf
          key={id}
          {...props}
          row={row}
          title={title}
          kind={words.kind ?? kind}
          copy={query.data?.copy && <StoredCopy at={query.data.at} isListed={query.data.listed} />}
        >
          {query.data && !hasAllFormFields(model, query.data) ? (
            <Card padded={false}>
              <NotStored what="The form" />
            </Card>
          ) : (
            <EditSnapshot key={id} live={row}>
              {({ row: base, turn, newer, onDirty, rebase: take }) => (
                <>
                  <div className={COLUMN}>
                    <RecordForm key={turn} {...props} row={base} newer={newer} onDirty={onDirty} onTheirs={take} />
                  </div>
                  <div className={COLUMN}>
                    {/* It is outside the form, so that its open dialog survives a restart of the form. */}
                    {props.page ? props.page.below(base, props.aside?.(base)) : props.aside?.(base)}
                    <HistoryPanel model={model.name} row={base as BaseRow} />
                  </div>
                </>
              )}
            </EditSnapshot>
          )}
        </PageOf>
      )}
    </Loaded>
  );
}

/** The words that a record is known by. */
function nameOf(row: Readonly<Record<string, unknown>>): string | null {
  const name = [row.name, row.title, row.ref].find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? name : null;
}

const TABS = [
  { key: 'overview', title: 'Overview' },
  { key: 'details', title: 'Details' },
] as const;

/** The page around the form of a record: the form alone, or the record's own page with the record in one tab and the form in the other. */
function PageOf<M extends Model>({
  id = '',
  page,
  frame,
  row,
  title,
  kind,
  copy,
  children,
}: Pick<FormProps<M>, 'id' | 'page' | 'frame'> & {
  row: RowOf<M>;
  title: string;
  kind: string;
  /** The age of a stored copy. */
  copy: ReactNode;
  children: ReactNode;
}) {
  const { tab } = useSearchValues();
  const setSearch = useSetSearch();
  const [takesFocus, setTakesFocus] = useState(false);
  if (frame)
    return frame(
      row,
      <Details title={title} takesFocus={false} narrow>
        {copy}
        {children}
      </Details>,
    );
  if (!page)
    return (
      <Page title={nameOf(row) ?? title} note={kind} width="form">
        {copy}
        {children}
      </Page>
    );
  const isOverview = tab === OVERVIEW.tab;
  const toForm = () => {
    setTakesFocus(true);
    void setSearch({});
  };
  return (
    <Page
      title={page.title(row)}
      note={page.note(row)}
      actions={
        <>
          <ListStep id={id} />
          {isOverview && (
            <ServerButton icon="edit" aria-label={page.toForm} onClick={toForm}>
              Edit
            </ServerButton>
          )}
        </>
      }
    >
      <Tabs
        label={String(page.title(row))}
        tabs={TABS}
        current={isOverview ? 'overview' : 'details'}
        onPick={(key) => {
          setTakesFocus(false);
          void setSearch(key === 'overview' ? OVERVIEW : {}, { replace: true });
        }}
      />
      {copy}
      {isOverview ? (
        page.overview(row)
      ) : (
        <Details title={title} takesFocus={takesFocus} narrow={page.narrow ?? false}>
          {children}
        </Details>
      )}
    </Page>
  );
}

const COLUMN = 'flex min-w-0 flex-col gap-4';

/** The tab of the form. `narrow`: a short form, beside which stands on a wide screen what else is known of the record. `takesFocus`: somebody pressed the button that leads here, so the first field takes the focus. */
function Details({
  title,
  takesFocus,
  narrow,
  children,
}: {
  title: string;
  takesFocus: boolean;
  narrow: boolean;
  children: ReactNode;
}) {
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) firstFieldOf(form.current)?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section ref={form} aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div
        className={classes(
          COLUMN,
          narrow &&
            'w-full max-w-2xl min-[90rem]:grid min-[90rem]:max-w-none min-[90rem]:grid-cols-[minmax(0,9fr)_minmax(0,11fr)] min-[90rem]:items-start',
        )}
      >
        {children}
      </div>
    </section>
  );
}
