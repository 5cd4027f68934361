import { cohort } from '#contract/people/cohort.ts';
import { useId } from '#crud/address.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import { plural } from '#domain/plural.ts';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';

const words = { one: 'Cohort', many: 'Cohorts', none: 'No cohorts found' };
const path = '/cohorts';

/** The list of cohorts (COH-01, COH-02). */
export function List() {
  return (
    <ListScreen
      of={cohort}
      words={words}
      path={path}
      note={(total) => plural(total, '# cohort', '# cohorts')}
      columns={[
        {
          title: 'Title',
          sort: 'title',
          stick: true,
          grow: true,
          cell: (row) => <RowLink to={`${path}/${row._id}/update`}>{row.title}</RowLink>,
        },
        {
          title: 'Description',
          grow: true,
          cell: (row) => (
            <span className="cut text-ink-soft" title={row.description}>
              {row.description}
            </span>
          ),
        },
        'status',
      ]}
      rowActions={{
        of: (row) => row.title,
      }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a cohort (COH-03, COH-05, COH-06, COH-08). The tag is always sent empty. */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={cohort}
      words={words}
      path={path}
      id={id}
      blank={{ title: '', description: '', status: 'active' }}
      also={() => ({ tag: '' })}
    >
      {(form, mode) => (
        <>
          <TextField label="Title" {...form.field('title')} />
          <LongTextField label="Description" {...form.field('description')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
