/**
 * Sounds and vibration for officers who do not look at the screen: two rising tones for a counted scan, a short tick for a line that was saved by
 * hand, one long low tone for everything else.
 */
import { readLocal, writeLocal } from '#client/keptLocally.ts';

const TONES = {
  good: [
    { hertz: 880, at: 0, seconds: 0.07 },
    { hertz: 1_320, at: 0.07, seconds: 0.09 },
  ],
  tick: [{ hertz: 1_760, at: 0, seconds: 0.03 }],
  bad: [
    { hertz: 196, at: 0, seconds: 0.22 },
    { hertz: 147, at: 0.26, seconds: 0.34 },
  ],
} as const;
const VIBRATION = { good: [60], tick: [25], bad: [180, 90, 180] } as const;
const LOUDNESS = { good: 0.25, tick: 0.12, bad: 0.25 } as const;

let isOn = readLocal('signals', { on: true }).on;
const listeners = new Set<() => void>();

/** Whether this device makes sounds and vibrates. A person can switch this off. */
export const signalsStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => isOn,
  write(on: boolean) {
    isOn = on;
    writeLocal('signals', { on });
    for (const listener of listeners) listener();
  },
};

let audio: AudioContext | null = null;

export function signal(kind: keyof typeof TONES): void {
  if (!isOn) return;
  navigator.vibrate?.([...VIBRATION[kind]]);
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const { hertz, at, seconds } of TONES[kind]) {
      const start = audio.currentTime + at;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = kind === 'bad' ? 'square' : 'sine';
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUDNESS[kind], start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + seconds);
    }
  } catch {
    // A device without a loudspeaker shows the result on the screen only.
  }
}
