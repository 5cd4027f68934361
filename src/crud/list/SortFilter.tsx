import { turned } from '#ui/tables/SortButton.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { FilterSelect } from '../fields/FilterSelect.tsx';

interface Props {
  columns: readonly Pick<Column<never>, 'title' | 'sort'>[];
  /** `name`, or `-name` for descending. */
  sort: string;
  usual: string;
  onSort: (sort: string) => void;
}

/** The order of the rows on a phone, whose cards have no head to press. */
export function SortFilter({ columns, sort, usual, onSort }: Props) {
  const options = columns.flatMap(({ title, sort: by }) =>
    by && typeof title === 'string'
      ? [
          { value: by, label: title },
          { value: turned(by), label: `${title}, descending` },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <div className="sm:hidden *:w-full">
      <FilterSelect label="Sort by" value={sort} none={usual} onChange={onSort} options={options} />
    </div>
  );
}
