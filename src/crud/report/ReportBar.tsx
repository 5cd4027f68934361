import type { ReactNode } from 'react';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { whenReady } from '#ui/whenReady.ts';

/**
 * The filters of a report as chips in one line above its answer. `on`: how many filters are on. `opens`: there is no answer, so that a phone shows the
 * filters at once. `refresh`: reads the same report again; `ready`: the filters are complete.
 */
export function ReportBar({
  on,
  opens,
  refresh,
  search,
  children,
}: {
  on: number;
  opens: boolean;
  refresh?: { ready: boolean; busy: boolean; run: () => void };
  search?: ReactNode;
  children: ReactNode;
}) {
  return (
    <FilterBar
      on={on}
      opens={opens}
      search={search}
      end={
        refresh && (
          <IconButton
            icon="sync"
            label="Refresh"
            look="plain"
            aria-disabled={!refresh.ready || undefined}
            aria-busy={refresh.busy || undefined}
            onClick={whenReady(!refresh.ready && 'Choose what the report is about first.', refresh.run).onClick}
          />
        )
      }
    >
      {children}
    </FilterBar>
  );
}

/** Choices that exclude one another, each a chip. `null`: none of them is chosen. */
export function ChipChoice<Key extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { key: Key; label: string }[];
  value: Key | null;
  onChange: (key: Key) => void;
}) {
  return (
    <fieldset
      data-paper={value === null ? undefined : `${label}: ${options.find(({ key }) => key === value)?.label}`}
      className="flex flex-wrap gap-2"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((one) => (
        <button
          key={one.key}
          type="button"
          aria-pressed={one.key === value}
          data-on={one.key === value || undefined}
          className={classes('chip pr-3.5! font-medium', one.key === value && 'text-accent-strong')}
          onClick={() => onChange(one.key)}
        >
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}
