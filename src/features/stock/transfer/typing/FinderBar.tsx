import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { IconButton } from '#ui/Button.tsx';
import { type OptionSource, Picker } from '#ui/fields/Picker.tsx';
import type { PickableOption } from '../../parts/pickables.ts';
import { hasCamera } from '../../scan/codeReader.ts';

const pictureOf = ({ one }: PickableOption) => <Pack product={one.product} size="option" />;

interface Props {
  among: OptionSource<PickableOption>;
  /** The products are still loading. */
  pending: boolean;
  value: string;
  /** The name of the chosen product, if it is known before all products are read. */
  name?: string;
  onChoose: (productId: string) => void;
  /** The second line of a found product. */
  noteOf?: (option: PickableOption) => string;
  /** The text of the list if no product fits. */
  none: string | ((text: string) => string);
  missOf: (text: string) => string;
  /** Why Enter does not choose a found product. Undefined: it does. */
  refusalOf: (text: string) => string | undefined;
  /** Includes the whole catalogue in the search. Null: it is included already, or does not apply. */
  onWiden: (() => void) | null;
  search: RefObject<HTMLInputElement | null>;
  /** The camera, which replaces the search. Null: it is off. */
  camera: ReactNode;
  onCamera: () => void;
  /** The state of the scanner in one line. */
  state: ReactNode;
  /** The content at the end of that line. */
  beside?: ReactNode;
  children?: ReactNode;
}

/** The search for a product, the scanner's state and the camera, for a transfer and for a stocktake. */
export function FinderBar(props: Props) {
  const {
    among,
    pending,
    value,
    name,
    onChoose,
    noteOf,
    none,
    missOf,
    refusalOf,
    onWiden,
    search,
    camera,
    onCamera,
    state,
    beside,
    children,
  } = props;
  // The camera's button is hidden while the camera is on. Afterwards it gets the focus back.
  const cameraPlace = useRef<HTMLDivElement>(null);
  const isOn = Boolean(camera);
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (wasOn.current && !isOn) cameraPlace.current?.querySelector('button')?.focus({ preventScroll: true });
    wasOn.current = isOn;
  }, [isOn]);
  if (camera)
    return (
      <div className="flex h-80 flex-col gap-2 lg:h-full">
        <div className="min-h-0 flex-1 overflow-hidden rounded-card">{camera}</div>
        <div className="min-h-5 text-sm text-ink-soft">{state}</div>
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Picker
            label="Product"
            hidesLabel
            inputRef={search}
            keyboardOnTouch
            among={among}
            value={value}
            {...(name && { valueLabel: name })}
            onChange={onChoose}
            {...(noteOf && { noteOf })}
            pictureOf={pictureOf}
            placeholder={pending ? 'Loading…' : 'Search by name, brand or barcode'}
            disabled={pending}
            none={none}
            missOf={missOf}
            refusalOf={refusalOf}
            elsewhere={onWiden ? { words: 'Search all products', search: onWiden } : undefined}
          />
        </div>
        <div ref={cameraPlace}>
          {hasCamera() && <IconButton icon="camera" look="plain" label="Camera" onClick={onCamera} />}
        </div>
      </div>
      <div data-scans className="flex min-h-5 items-baseline justify-between gap-3 text-sm text-ink-soft short:sr-only">
        {state}
        {beside}
      </div>
      {children}
    </div>
  );
}
