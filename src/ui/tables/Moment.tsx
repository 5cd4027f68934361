import { showDateTime } from '#domain/time.ts';

/** Day and time of a table's row in two short lines: the day ends its line with the dash, and no line begins with one. */
export function Moment({ at }: { at: number }) {
  const [day, time] = showDateTime(at).split(' - ');
  return (
    <span className="block whitespace-nowrap text-sm">
      {day} -<br /> {time}
    </span>
  );
}

/** The same in running text: it may break after the dash, not inside the time. */
export function DateTime({ at }: { at: number }) {
  const [day, time] = showDateTime(at).split(' - ');
  return (
    <>
      {day} - <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
