import type { ComponentProps } from 'react';
import { IconButton } from '#ui/Button.tsx';
import type { Column } from '#ui/tables/Table.tsx';

/** The column with the buttons of a line. The buttons of one line have different icons. */
export function actionsColumn<Line>(
  buttonsOf: (line: Line) => readonly ComponentProps<typeof IconButton>[],
): Column<Line> {
  return {
    key: 'actions',
    title: <span className="sr-only">Actions</span>,
    cell: (line) => (
      <div className="flex justify-end">
        {buttonsOf(line).map((button) => (
          <IconButton key={button.icon} {...button} />
        ))}
      </div>
    ),
  };
}
