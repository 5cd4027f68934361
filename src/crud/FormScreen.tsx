import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#client/callError.ts';
import { readingOne } from '#client/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Card } from '#ui/Card.tsx';
import { Page } from '#ui/Page.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';
import { type FormProps, RecordForm } from './RecordForm.tsx';
import { NotLoaded } from './Saved.tsx';

const versionOf = (row: unknown) => (row as { version: number }).version;

/** Create and update of a model: dirty, valid and submitting rules, toasts, drafts, conflicts, unsaved changes (UI-01, WH-13, WH-14). */
export function FormScreen<M extends Model>(props: FormProps<M>) {
  const { of, words, id } = props;
  const query = useQuery({ ...readingOne(of, id ?? ''), enabled: id !== undefined });
  const title = `${id === undefined ? 'Create' : 'Update'} ${words.title ?? words.one}`;
  if (id === undefined) return <RecordForm {...props} row={null} title={title} />;
  const row = query.data?.data[0];
  if (row) {
    return <Held key={id} {...props} found={row} copyAt={query.data?.copy ? query.data.at : null} title={title} />;
  }
  if (query.isPending) {
    return (
      <Page title={title} width="form">
        <Card padded={false}>
          <SkeletonRows rows={4} />
        </Card>
      </Page>
    );
  }
  const missing = query.error instanceof CallError && query.error.code === 404;
  return (
    <Page title={title} width="form">
      <Card>
        {missing ? (
          <EmptyState icon="search" title={`${of.label} not found`}>
            Check the URL and try again.
          </EmptyState>
        ) : (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Card>
    </Page>
  );
}

/** The row that is being edited stays the same while something is typed over it; untouched, it follows the server. */
function Held<M extends Model>({
  found,
  ...props
}: FormProps<M> & { found: RowOf<M>; copyAt: number | null; title: string }) {
  const [base, setBase] = useState({ row: found, turn: 0 });
  const [dirty, setDirty] = useState(false);
  const isNewer = versionOf(found) > versionOf(base.row);
  const take = (row: RowOf<M>) => {
    setDirty(false);
    setBase(({ turn }) => ({ row, turn: turn + 1 }));
  };
  if (isNewer && !dirty) take(found);
  return (
    <RecordForm
      key={base.turn}
      {...props}
      row={base.row}
      newer={isNewer && dirty ? found : null}
      onDirty={setDirty}
      onTheirs={take}
    />
  );
}
