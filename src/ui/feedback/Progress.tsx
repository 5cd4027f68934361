import type { ReactNode } from 'react';

/** The progress of a long action (`done` from 0 to 1), also in words, with a way to stop it. */
export function Progress({
  label,
  done,
  children,
  action,
}: {
  label: string;
  done: number;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1">
        <p role="status" className="figures mb-1.5 text-[0.9375rem] font-medium">
          {children}
        </p>
        <progress
          aria-label={label}
          max={100}
          value={Math.round(done * 100)}
          className="block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      </div>
      {action}
    </div>
  );
}
