import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import type { BaseRow, Model, RowOf } from '#contract/model.ts';
import { Button } from '#ui/Button.tsx';
import { firstFieldOf } from '#ui/fields/focus.ts';
import { Page } from '#ui/Page.tsx';
import { EditSnapshot } from '../conflict/useRowSnapshot.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { Loaded } from '../query/Loaded.tsx';
import { StoredCopy } from '../query/Saved.tsx';
import type { FormProps } from './formProps.ts';
import { RecordForm } from './RecordForm.tsx';

/** The create and update screens of a model: dirty, valid and submitting rules, toasts, drafts, conflicts, unsaved changes (UI-01, WH-13, WH-14). */
export function FormScreen<M extends Model>(props: FormProps<M>) {
  const { of: model, words, id } = props;
  const query = useQuery({ ...oneQuery(model, id ?? ''), enabled: id !== undefined });
  const title = `${id === undefined ? 'Create' : 'Update'} ${words.title ?? words.one}`;
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
      {...(props.page ? {} : { width: 'form' })}
    >
      {([row]) => (
        <PageOf {...props} row={row} title={title}>
          {query.data?.copy && <StoredCopy at={query.data.at} />}
          <EditSnapshot key={id} live={row}>
            {({ row: base, turn, newer, onDirty, rebase: take }) => (
              <>
                <RecordForm key={turn} {...props} row={base} newer={newer} onDirty={onDirty} onTheirs={take} />
                {/* It is outside the form, so that its open dialog survives a restart of the form. */}
                {!props.page && props.aside?.(base)}
                <HistoryPanel model={model.name} row={base as unknown as BaseRow} />
              </>
            )}
          </EditSnapshot>
        </PageOf>
      )}
    </Loaded>
  );
}

/** The page around the form of a record: the form alone, or the record's own page with the form below. */
function PageOf<M extends Model>({
  page,
  aside,
  row,
  title,
  children,
}: Pick<FormProps<M>, 'page' | 'aside'> & { row: RowOf<M>; title: string; children: ReactNode }) {
  const form = useRef<HTMLElement>(null);
  const toForm = () => {
    form.current?.scrollIntoView({ block: 'start' });
    firstFieldOf(form.current)?.focus({ preventScroll: true });
  };
  if (!page)
    return (
      <Page title={title} width="form">
        {children}
      </Page>
    );
  return (
    <Page
      title={page.title(row)}
      note={page.note(row)}
      actions={
        <Button icon="edit" onClick={toForm}>
          {page.toForm}
        </Button>
      }
    >
      {page.above(row, aside?.(row))}
      <section ref={form} aria-label={title} className="mt-3 flex scroll-mt-20 flex-col gap-4">
        <h2 className="text-xl font-bold">{title}</h2>
        {children}
      </section>
    </Page>
  );
}
