import { useEffect, useRef, useState } from 'react';
import { makeSightings, readCode } from '#domain/barcode.ts';
import { Notice } from '#ui/feedback/States.tsx';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorMaker = new (options: { formats: string[] }) => Detector;

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128'];
/** A code is held before the camera for about a second, so a few pictures per second are enough. */
const EVERY_MS = 150;

const maker = () => (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector;

/** Whether this browser can read codes (Android and macOS can); otherwise there is no button. */
export function hasCamera(): boolean {
  return maker() !== undefined && navigator.mediaDevices !== undefined;
}

/** The camera as a scanner. Pictures are analysed on the tablet and never leave it. */
export function CameraPanel({ onScan }: { onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef(onScan);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    told.current = onScan;
  }, [onScan]);
  useEffect(() => {
    let stopped = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sightings = makeSightings();
    const begin = async () => {
      const Maker = maker();
      if (!Maker) return;
      try {
        const detector = new Maker({ formats: FORMATS });
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (stopped || !video.current) return stop();
        video.current.srcObject = stream;
        await video.current.play();
        const look = async () => {
          if (stopped || !video.current) return;
          // While a dialog is open, nothing is counted.
          const found = document.querySelector('[data-dialog]')
            ? []
            : await detector.detect(video.current).catch(() => []);
          const codes = found.flatMap((one) => readCode(one.rawValue) ?? []);
          for (const code of sightings(codes, Date.now())) told.current(code);
          timer = setTimeout(() => void look(), EVERY_MS);
        };
        await look();
      } catch (error) {
        setProblem(
          (error as { name?: string }).name === 'NotAllowedError'
            ? 'The camera is not allowed for this app. Allow it in the browser, or use a scanner.'
            : 'The camera could not be started. Use a scanner, or choose the product by name.',
        );
      }
    };
    const stop = () => {
      stopped = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void begin();
    return stop;
  }, []);
  if (problem)
    return (
      <Notice tone="wait" icon="alert" role="alert">
        {problem}
      </Notice>
    );
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera picture"
      className="aspect-[16/9] w-full rounded-card bg-black object-cover"
    />
  );
}
