import { cohort } from '#contract/people/cohort.ts';
import { useId } from '#crud/address.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { TextLink } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
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
      note={(total) => `${total} ${total === 1 ? 'cohort' : 'cohorts'}`}
      columns={[
        { title: 'Title', sort: 'title', cell: (row) => <span className="font-semibold">{row.title}</span> },
        {
          title: 'Description',
          grow: true,
          cell: (row) => <p className="line-clamp-1 whitespace-normal text-ink-soft">{row.description}</p>,
        },
        'status',
        { title: 'Actions', end: true, cell: (row) => <TextLink to={`${path}/${row._id}/update`}>Edit</TextLink> },
      ]}
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
