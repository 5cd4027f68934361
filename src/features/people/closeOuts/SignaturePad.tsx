import { type PointerEvent, useRef, useState } from 'react';
import { LEAST_POINTS, MAX_SIGNATURE, SIGNATURE_HEIGHT, SIGNATURE_WIDTH, signaturePath } from '#domain/closeOut.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/Field.tsx';

type Point = readonly [number, number];
/** How somebody signed: a drawing, or a typed name. */
export interface Signed {
  path: string;
  typed: string | null;
}
export const UNSIGNED: Signed = { path: '', typed: null };
export const isSigned = ({ path, typed }: Signed) => (typed === null ? path !== '' : typed.trim() !== '');

/** Draws a signature. */
export function Drawn({ path, label }: { path: string; label: string }) {
  return (
    <svg viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`} className="h-20 w-full" role="img" aria-label={label}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth={8} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** A field to sign in with finger, pen or mouse. A person who cannot draw types the name (CLO-03). `error`: why the server refused the signature. */
export function SignaturePad({
  name,
  value,
  onChange,
  error,
}: {
  name: string;
  value: Signed;
  onChange: (next: Signed) => void;
  error: string | undefined;
}) {
  const [strokes, setStrokes] = useState<readonly (readonly Point[])[]>([]);
  const drawing = useRef<Point[] | null>(null);
  const pointOf = (event: PointerEvent<SVGSVGElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * SIGNATURE_WIDTH,
      ((event.clientY - box.top) / box.height) * SIGNATURE_HEIGHT,
    ];
  };
  const grow = (point: Point) => {
    const now = drawing.current;
    if (!now) return;
    const last = now.at(-1);
    // Points very close to each other add nothing, and the length of a path is limited.
    if (last && Math.hypot(last[0] - point[0], last[1] - point[1]) < 6) return;
    const next = [...strokes, [...now, point]];
    if (signaturePath(next).length > MAX_SIGNATURE) return;
    now.push(point);
    onChange({ path: pathOf(next), typed: null });
  };
  const end = () => {
    const done = drawing.current;
    drawing.current = null;
    if (done) setStrokes((before) => [...before, done]);
  };
  const clear = () => {
    drawing.current = null;
    setStrokes([]);
    onChange(UNSIGNED);
  };
  if (value.typed !== null)
    return (
      <div className="flex flex-col gap-2">
        <TextField
          label={`Name of ${name}`}
          value={value.typed}
          onChange={(typed) => onChange({ path: '', typed })}
          hint={`Type ${name}`}
          error={error}
        />
        <div>
          <Button onClick={clear}>Draw instead</Button>
        </div>
      </div>
    );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{name}</legend>
      <svg
        viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`}
        className="aspect-[10/3] w-full touch-none rounded-field border border-line bg-surface text-ink"
        role="img"
        aria-label={value.path === '' ? `Signature of ${name}, empty` : `Signature of ${name}, signed`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drawing.current = [pointOf(event)];
        }}
        onPointerMove={(event) => grow(pointOf(event))}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path
          d={value.path}
          fill="none"
          stroke="currentColor"
          strokeWidth={8}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {error && <p className="text-sm text-bad">{error}</p>}
      <div className="flex flex-wrap gap-2">
        <Button onClick={clear} disabled={value.path === ''}>
          Clear
        </Button>
        <Button onClick={() => onChange({ path: '', typed: '' })}>Type the name instead</Button>
      </div>
    </fieldset>
  );
}

/** The path of a signature. A path that is too short counts as an accidental touch and gives ''. */
function pathOf(strokes: readonly (readonly Point[])[]): string {
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  return points < LEAST_POINTS ? '' : signaturePath(strokes);
}
