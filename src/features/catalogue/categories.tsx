import { category } from '#contract/catalogue/category.ts';
import { useId } from '#crud/address.ts';
import { ImageField } from '#crud/fields/ImageField.tsx';
import { Picture } from '#crud/fields/Picture.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { Link } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';

const words = { one: 'Category', many: 'Categories', none: 'No categories found' };
const path = '/categories';

/** The list of categories (CAT-01, CAT-02). */
export function List() {
  return (
    <ListScreen
      of={category}
      words={words}
      path={path}
      columns={[
        { title: 'Image', card: 'picture', cell: (row) => <Picture name={row.name} upload={row.upload} /> },
        'name',
        {
          title: 'Meta',
          grow: true,
          cell: (row) => (
            <span className="cut text-ink-soft" title={row.meta ?? undefined}>
              {row.meta}
            </span>
          ),
        },
        'status',
      ]}
      rowActions={{
        of: (row) => row.name,
        more: (row) => <Link to={`${path}/${row._id}/products`}>Products</Link>,
      }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a category (CAT-03, CAT-05, CAT-06, CAT-09). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen of={category} words={words} path={path} id={id} blank={{ name: '', meta: '', status: 'active' }}>
      {(form, mode, row) => (
        <>
          {row && <ImageField of={category} row={row} clean={!form.changed} />}
          <TextField label="Name" {...form.field('name')} />
          <LongTextField label="Meta" rows={3} {...form.field('meta')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
