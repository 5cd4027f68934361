import { showDateTime } from '#domain/time.ts';

/** Day and time in a table cell, on two short lines; the dash ends the first line. */
export function Moment({ at }: { at: number }) {
  const [day, time] = showDateTime(at).split(' - ');
  return (
    <span className="block whitespace-nowrap text-sm">
      {day} -<br /> {time}
    </span>
  );
}

/** Day and time in running text. The line may break after the dash, not inside the time. */
export function DateTime({ at }: { at: number }) {
  const [day, time] = showDateTime(at).split(' - ');
  return (
    <>
      {day} - <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
