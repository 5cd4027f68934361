/** Sounds and vibration for a scan: two rising tones for a counted scan, a long low tone for anything else. */

const TONES = {
  good: [
    { hertz: 880, at: 0, seconds: 0.07 },
    { hertz: 1_320, at: 0.07, seconds: 0.09 },
  ],
  bad: [
    { hertz: 196, at: 0, seconds: 0.22 },
    { hertz: 147, at: 0.26, seconds: 0.34 },
  ],
} as const;
const VIBRATION = { good: [60], bad: [180, 90, 180] } as const;

let audio: AudioContext | null = null;

export function signal(kind: keyof typeof TONES): void {
  navigator.vibrate?.([...VIBRATION[kind]]);
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const { hertz, at, seconds } of TONES[kind]) {
      const start = audio.currentTime + at;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = kind === 'good' ? 'sine' : 'square';
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.25, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + seconds);
    }
  } catch {
    // Without a loudspeaker, the screen shows the result too.
  }
}
