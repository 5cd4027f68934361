import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { plural } from '#domain/plural.ts';
import { showClock } from '#domain/time.ts';
import { sizeText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon, LineIcon } from '#ui/Icon.tsx';
import { CAMERA_PROBLEMS } from './cameraProblems.ts';
import { keyOf, type SeenScan } from './lastScans.ts';
import { type Camera, useCamera } from './useCamera.ts';

interface Props {
  /** Called with each code that comes into sight. */
  onScan: (code: string) => void;
  /** The three last scans, the newest first (`withNewest`). */
  last?: readonly SeenScan[];
  onClose: () => void;
  /** Opens the number pad for the newest scan. Without `onPick` the newest scan is not a button. */
  onPick?: ((scan: SeenScan) => void) | undefined;
  /** The content over the lower edge of the picture. Given only while the camera reads the large square codes of another tablet. */
  children?: ReactNode;
}

/**
 * The camera as a scanner. The pane fills its container, or the whole page on a phone. The camera stays on between scans, and its pictures never leave the
 * tablet.
 */
export function CameraPane({ onScan, last = [], onClose, onPick, children }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const aim = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isOfTablet = children !== undefined;
  const camera = useCamera({ video, aim }, onScan, isOfTablet ? 'texts' : 'goods');
  const { state, light, nextLens } = camera;
  const shows = state === 'starting' || state === 'live';
  useFocusHere(stop);
  return (
    <section
      aria-label="Camera"
      className="relative isolate flex size-full min-h-0 touch-none flex-col overflow-hidden bg-[#0b0e20] text-white [container-type:size] max-sm:fixed max-sm:inset-0 max-sm:z-50"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <video
        ref={video}
        muted
        playsInline
        hidden={!shows}
        aria-label="Camera picture"
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <div className="z-10 flex shrink-0 items-center gap-2 p-4 max-sm:pt-[max(1rem,env(safe-area-inset-top))]">
        {shows && (
          <p className="flex h-10 min-w-0 items-center gap-2 rounded-full bg-[#0b0e20]/70 px-4 text-sm">
            <Icon name="camera" />
            <span role="status" className="truncate">
              {state === 'live' ? 'Scans by itself' : 'Starting…'}
            </span>
          </p>
        )}
        <span className="flex-1" />
        {light && (
          <RoundButton
            label="Light"
            pressed={light.on}
            onClick={light.turn}
            icon="M8 3h8v4l-2 3v11h-4V10L8 7zM8 7h8M12 12.5v2.5"
          />
        )}
        {nextLens && (
          <RoundButton
            label="Other camera"
            onClick={nextLens}
            icon="M20 11a8 8 0 0 0-14.3-4L4 9m0-4.5V9h4.5M4 13a8 8 0 0 0 14.3 4L20 15m0 4.5V15h-4.5"
          />
        )}
        <RoundButton ref={stop} label="Stop camera" onClick={onClose} icon="M6 6l12 12M18 6 6 18" />
      </div>
      {shows ? (
        <Aim at={aim} isSquare={isOfTablet} />
      ) : (
        <Problem camera={camera} isOfTablet={isOfTablet} onClose={onClose} />
      )}
      {isOfTablet ? (
        <div className="absolute inset-x-0 bottom-0 p-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]">
          {children}
        </div>
      ) : (
        <LastScans last={last} onPick={onPick} />
      )}
    </section>
  );
}

/** Moves the focus to an element, and back when the element is removed. */
function useFocusHere(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [element]);
}

/** The corners of the area in which codes are read. The picture around the area is darker. */
function Aim({ at, isSquare }: { at: RefObject<HTMLDivElement | null>; isSquare: boolean }) {
  const corner = 'absolute size-10 border-brand-mark';
  return (
    // The space of three scans is reserved, so that the first scans do not move the area.
    <div
      className={classes(
        'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] place-items-center px-6',
        isSquare ? 'pb-28' : 'pb-[17.5rem] [@container_(height<33rem)]:pb-32',
      )}
    >
      <div
        ref={at}
        className={classes(
          'relative -z-10 max-h-full rounded-2xl shadow-[0_0_0_100vmax_rgb(11_14_32/0.42)]',
          isSquare
            ? 'aspect-square w-[min(100cqw_-_3rem,100cqh_-_13rem)]'
            : 'aspect-[3/2] w-full max-w-[min(24rem,78%)]',
        )}
      >
        <span className={classes(corner, 'left-0 top-0 rounded-tl-2xl border-l-[6px] border-t-[6px]')} />
        <span className={classes(corner, 'right-0 top-0 rounded-tr-2xl border-r-[6px] border-t-[6px]')} />
        <span className={classes(corner, 'bottom-0 left-0 rounded-bl-2xl border-b-[6px] border-l-[6px]')} />
        <span className={classes(corner, 'bottom-0 right-0 rounded-br-2xl border-b-[6px] border-r-[6px]')} />
      </div>
    </div>
  );
}

/** Says in one sentence why there is no picture, with two buttons to continue. */
function Problem({
  camera: { state, again: startAgain },
  isOfTablet,
  onClose,
}: {
  camera: Camera;
  isOfTablet: boolean;
  onClose: () => void;
}) {
  if (state === 'starting' || state === 'live') return null;
  const { text, ofTablet, again } = CAMERA_PROBLEMS[state];
  return (
    <div
      className={classes(
        'grid min-h-0 flex-1 place-content-center justify-items-center gap-5 overflow-y-auto px-6 text-center',
        // The texts over the lower edge keep their space. A low pane leaves out the drawing.
        isOfTablet && 'mb-24 [@container_(height<24rem)]:gap-3',
      )}
    >
      <Icon name="camera" size={40} className="text-brand-mark [@container_(height<24rem)]:hidden" />
      <p role="alert" className="max-w-80 text-balance text-lg leading-snug">
        {isOfTablet ? ofTablet : text}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={startAgain}>
          {again}
        </Button>
        {isOfTablet ? (
          <Button onClick={onClose}>Back</Button>
        ) : (
          <Button icon="search" onClick={onClose}>
            Choose by name
          </Button>
        )}
      </div>
    </div>
  );
}

/** The last three scans over the lower edge. The newest one is the largest and the lowest. A low pane shows only the newest. */
function LastScans({ last, onPick }: Required<Pick<Props, 'last'>> & Pick<Props, 'onPick'>) {
  const [newest, ...older] = last;
  if (!newest) return null;
  return (
    <ol
      aria-label="Last scans"
      className="absolute inset-x-0 bottom-0 flex flex-col-reverse gap-2 p-4 pt-0 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <li
        key={`${keyOf(newest)} ${newest.at} ${figureOf(newest)}`}
        className="motion-safe:animate-[rise_160ms_ease-out]"
      >
        <Newest scan={newest} onPick={onPick} />
      </li>
      {older.map((scan) => (
        <li
          key={keyOf(scan)}
          className="flex min-h-16 items-center gap-4 rounded-card bg-[#141a3e]/85 py-2 pl-2 pr-4 [@container_(height<33rem)]:hidden"
        >
          <Pack product={scan} size={48} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{scan.name}</span>
            <span className="figures block truncate text-sm text-[#aab1d6]">
              {scan.cases === null ? scan.code : showClock(scan.at)}
            </span>
          </span>
          <Figure scan={scan} />
        </li>
      ))}
    </ol>
  );
}

function Newest({ scan, onPick }: { scan: SeenScan; onPick: Props['onPick'] }) {
  const look =
    'flex min-h-22 w-full items-center gap-4 rounded-card bg-surface-raised py-3 pl-3 pr-4 text-left text-ink ring-inside';
  const content = (
    <>
      <Pack product={scan} size={64} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold leading-snug">{scan.name}</span>
        <NewestNote scan={scan} mayType={onPick !== undefined} />
      </span>
      <Figure scan={scan} large />
    </>
  );
  if (!onPick) return <div className={look}>{content}</div>;
  return (
    <button type="button" className={look} onClick={() => onPick(scan)}>
      {content}
    </button>
  );
}

/** The error of the newest scan, or what the person may do next. */
function NewestNote({ scan: { cases, units = 0, code, warning }, mayType }: { scan: SeenScan; mayType: boolean }) {
  if (cases === null) return <span className="figures block break-all text-sm font-medium text-wait">{code}</span>;
  if (warning) return <span className="block text-sm font-medium text-bad">{warning}</span>;
  const more = units === 0 ? `Scan again for ${cases + 1}` : 'Scan again for more';
  return <span className="block text-sm text-ink-soft">{mayType ? `${more}, or type` : more}</span>;
}

const figureOf = ({ cases, units = 0 }: SeenScan) => (cases === null ? '' : sizeText({ cases, units }));

/** The quantity of the line: cases, and loose units below. A line without whole cases shows its loose units as the figure. */
function Figure({ scan: { cases, units = 0 }, large = false }: { scan: SeenScan; large?: boolean }) {
  if (cases === null) return null;
  const loose = cases === 0 && units > 0;
  return (
    <span className="figures flex shrink-0 items-center gap-3">
      <span className={classes('font-semibold leading-none', large ? 'text-[2.5rem]' : 'text-[1.75rem]')}>
        {loose ? units : cases}
      </span>
      <span className={classes('leading-tight', large ? 'text-ink-soft' : 'text-[#aab1d6]')}>
        {loose ? plural(units, 'unit', 'units') : plural(cases, 'case', 'cases')}
        {!loose && units > 0 && <span className="block text-sm">{plural(units, '# unit', '# units')}</span>}
      </span>
    </span>
  );
}

interface RoundProps {
  label: string;
  onClick: () => void;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
  /** The path of a line icon (`LineIcon`). */
  icon: string;
}

/** A button over the picture. It is bright while its function is on. */
function RoundButton({ label, onClick, pressed, ref, icon }: RoundProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onClick}
      className={classes(
        'grid size-14 shrink-0 place-items-center rounded-full outline-offset-2 ring-1 ring-white/15 focus-visible:outline-brand-mark',
        pressed
          ? 'bg-brand-mark text-(--brand-on-mark) shadow-[0_0_24px_var(--brand-mark)]'
          : 'bg-[#0b0e20]/70 text-white',
      )}
    >
      <LineIcon d={icon} size={24} />
    </button>
  );
}
