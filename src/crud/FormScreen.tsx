import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readingOne } from '#client/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Loaded } from './Loaded.tsx';
import { type FormProps, RecordForm } from './RecordForm.tsx';

const versionOf = (row: unknown) => (row as { version: number }).version;
/** A link record of it changed (a hub's manager): the same version, but not the same row. */
const isLater = (row: unknown, than: unknown) =>
  (row as { modified: number }).modified > (than as { modified: number }).modified;

/** Create and update of a model: dirty, valid and submitting rules, toasts, drafts, conflicts, unsaved changes (UI-01, WH-13, WH-14). */
export function FormScreen<M extends Model>(props: FormProps<M>) {
  const { of, words, id } = props;
  const query = useQuery({ ...readingOne(of, id ?? ''), enabled: id !== undefined });
  const title = `${id === undefined ? 'Create' : 'Update'} ${words.title ?? words.one}`;
  if (id === undefined) return <RecordForm {...props} row={null} title={title} />;
  return (
    <Loaded query={query} title={title} missing={words.missing ?? `${of.label} not found`} width="form">
      {([row]) => (
        <Held key={id} {...props} found={row} copyAt={query.data?.copy ? query.data.at : null} title={title} />
      )}
    </Loaded>
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
  if ((isNewer || isLater(found, base.row)) && !dirty) take(found);
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
