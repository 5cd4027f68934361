/** The camera of the pane: its stream, its light, its lenses, and the codes that come into sight. */
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { makeSightings, readCode } from '#domain/barcode.ts';
import { partBehind, WIDEST } from './aim.ts';
import { type CodeReader, openReader } from './codeReader.ts';

/** The time in ms between two pictures. People hold a code before the camera for about a second, so more pictures are not needed. */
const EVERY_MS = 150;

/**
 * `refused`: the browser forbids the camera. `absent`: there is no camera. `broken`: the camera did not start, or stopped. `unread`: the code reader did
 * not load.
 */
export type CameraState = 'starting' | 'live' | 'refused' | 'absent' | 'broken' | 'unread';

/** The lens that the officer chose last. It is forgotten when the app is closed. */
let chosenLens: string | null = null;

const STATE_OF: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

interface Parts {
  video: RefObject<HTMLVideoElement | null>;
  aim: RefObject<HTMLElement | null>;
}

export interface Camera {
  state: CameraState;
  /** Starts the camera again, and asks for permission again. */
  again: () => void;
  /** Null: the lens has no light. */
  light: { on: boolean; turn: () => void } | null;
  /** Null: there is only one lens. */
  nextLens: (() => void) | null;
}

/** `goods`: each code of goods, once when it comes into sight. `texts`: the text of every code, in each picture. */
export type CameraReads = 'goods' | 'texts';

/** Shows the camera in `video`. `onScan` gets the codes that come into sight behind `aim`. */
export function useCamera(parts: Parts, onScan: (code: string) => void, reads: CameraReads): Camera {
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const [state, setState] = useState<CameraState>('starting');
  const { stream, lenses } = useStream(parts.video, attempt, setState);
  useReading(stream, parts, reads, onScan, setState);
  useAwake(stream !== null);
  useLeaveGiven(state === 'refused', again);
  const light = useLight(stream);
  const lens = stream?.getVideoTracks()[0]?.getSettings().deviceId;
  const nextLens = useCallback(() => {
    chosenLens = lenses[(lenses.indexOf(lens ?? '') + 1) % lenses.length] ?? null;
    again();
  }, [lenses, lens]);
  return { state, again, light, nextLens: lenses.length > 1 ? nextLens : null };
}

/** The stream of the chosen lens, otherwise of the back camera, shown in `video`. */
function useStream(
  video: RefObject<HTMLVideoElement | null>,
  attempt: number,
  setState: (state: CameraState) => void,
): { stream: MediaStream | null; lenses: readonly string[] } {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [lenses, setLenses] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a new start.
  useEffect(() => {
    let made: MediaStream | null = null;
    let stopped = false;
    const stop = () => {
      stopped = true;
      for (const track of made?.getTracks() ?? []) track.stop();
      setStream(null);
    };
    const start = async () => {
      setState('starting');
      try {
        made = await navigator.mediaDevices.getUserMedia({ video: { ...lensWanted(), ...SHARP } });
        if (stopped || !video.current) return stop();
        const [track] = made.getVideoTracks();
        track?.addEventListener('ended', () => !stopped && setState('broken'));
        video.current.srcObject = made;
        await video.current.play();
        setStream(made);
        const devices = await navigator.mediaDevices.enumerateDevices();
        setLenses(devices.flatMap((one) => (one.kind === 'videoinput' && one.deviceId ? [one.deviceId] : [])));
      } catch (error) {
        chosenLens = null;
        if (!stopped) setState(STATE_OF[(error as { name?: string }).name ?? ''] ?? 'broken');
      }
    };
    void start();
    return stop;
  }, [attempt, video, setState]);
  return { stream, lenses };
}

/** Asks for enough pixels to read a small code, and for automatic focus. */
const SHARP = {
  width: { ideal: 1_920 },
  height: { ideal: 1_080 },
  advanced: [{ focusMode: 'continuous' } as MediaTrackConstraintSet],
};
const lensWanted = (): MediaTrackConstraints =>
  chosenLens === null ? { facingMode: 'environment' } : { deviceId: { exact: chosenLens } };

/** Reads a picture every {@link EVERY_MS}. The pictures never leave the tablet. */
function useReading(
  stream: MediaStream | null,
  { video, aim }: Parts,
  reads: CameraReads,
  onScan: (code: string) => void,
  setState: (state: CameraState) => void,
): void {
  const latestOnScan = useRef(onScan);
  useEffect(() => {
    latestOnScan.current = onScan;
  }, [onScan]);
  useEffect(() => {
    if (!stream) return;
    let stopped = false;
    let reader: CodeReader | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sightings = makeSightings();
    const look = async () => {
      // No scan counts while a dialog is open.
      const picture = document.querySelector('[data-dialog]') ? null : await pictureBehind(video.current, aim.current);
      if (picture && reader) {
        const found = await reader.read(picture);
        if (stopped) return;
        const seen =
          reads === 'texts'
            ? found
            : sightings(
                found.flatMap((one) => readCode(one) ?? []),
                performance.now(),
              );
        for (const code of seen) latestOnScan.current(code);
      }
      if (!stopped) timer = setTimeout(() => void look(), EVERY_MS);
    };
    const start = async () => {
      try {
        const opened = await openReader();
        if (stopped) return opened.close();
        reader = opened;
        setState('live');
        await look();
      } catch {
        if (!stopped) setState('unread');
      }
    };
    void start();
    return () => {
      stopped = true;
      clearTimeout(timer);
      reader?.close();
    };
  }, [stream, video, aim, reads, setState]);
}

/** The picture behind the aim. Null while there is none. */
async function pictureBehind(video: HTMLVideoElement | null, aim: HTMLElement | null): Promise<ImageBitmap | null> {
  if (!video || !aim) return null;
  const shown = video.getBoundingClientRect();
  const { left, top, width, height } = aim.getBoundingClientRect();
  const part = partBehind({ width: video.videoWidth, height: video.videoHeight }, shown, {
    x: left - shown.left,
    y: top - shown.top,
    width,
    height,
  });
  if (!part) return null;
  const smaller = part.width > WIDEST ? { resizeWidth: WIDEST } : {};
  return createImageBitmap(video, part.x, part.y, part.width, part.height, smaller).catch(() => null);
}

/** The light of the lens, if there is one. It goes out when the stream ends. */
function useLight(stream: MediaStream | null): Camera['light'] {
  const [on, setOn] = useState(false);
  const track = stream?.getVideoTracks()[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new lens begins without light.
  useEffect(() => setOn(false), [track]);
  const can = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  if (!track || !can) return null;
  const turn = () => {
    const wanted = { advanced: [{ torch: !on } as MediaTrackConstraintSet] };
    track.applyConstraints(wanted).then(
      () => setOn(!on),
      () => undefined,
    );
  };
  return { on, turn };
}

/** Keeps the screen on while the camera is on, and while another tablet reads this screen. */
export function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const lock = navigator.wakeLock?.request('screen').catch(() => null);
    return () => void lock?.then((held) => held?.release());
  }, [wanted]);
}

/** Starts the camera again as soon as the person allows it in the browser's settings. */
function useLeaveGiven(refused: boolean, again: () => void): void {
  useEffect(() => {
    if (!refused) return;
    let permission: PermissionStatus | null = null;
    const look = () => permission?.state === 'granted' && again();
    navigator.permissions?.query({ name: 'camera' as PermissionName }).then(
      (status) => {
        permission = status;
        status.addEventListener('change', look);
      },
      () => undefined,
    );
    return () => permission?.removeEventListener('change', look);
  }, [refused, again]);
}
