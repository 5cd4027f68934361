import type { ComponentProps } from 'react';
import { ServerIcon } from '#ui/ServerButton.tsx';
import type { Column } from '#ui/tables/Table.tsx';

/** The column with the buttons of a line. They are disabled without the server. The buttons of one line have different icons. */
export function actionsColumn<Line>(
  buttonsOf: (line: Line) => readonly ComponentProps<typeof ServerIcon>[],
): Column<Line> {
  return {
    key: 'actions',
    title: <span className="sr-only">Actions</span>,
    cell: (line) => (
      <div className="flex justify-end">
        {buttonsOf(line).map((button) => (
          <ServerIcon key={button.icon} {...button} />
        ))}
      </div>
    ),
  };
}
