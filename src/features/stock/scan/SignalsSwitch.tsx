import { useSyncExternalStore } from 'react';
import { buttonClasses } from '#ui/Button.tsx';
import { LineIcon } from '#ui/Icon.tsx';
import { signal, signalsStore } from '../parts/signals.ts';

const SPEAKER = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z';

/** Switches the sounds and the vibration of this device. Switching on plays the sound once. */
export function SignalsSwitch() {
  const on = useSyncExternalStore(signalsStore.subscribe, signalsStore.read);
  const words = on ? 'Sounds and vibration are on' : 'Sounds and vibration are off';
  return (
    <button
      type="button"
      aria-label="Sounds and vibration"
      aria-pressed={on}
      title={words}
      onClick={() => {
        signalsStore.write(!on);
        signal('good');
      }}
      className={buttonClasses('quiet', true)}
    >
      <LineIcon d={`${SPEAKER}${on ? 'M15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11' : 'M16 9.5l5 5M21 9.5l-5 5'}`} />
    </button>
  );
}

/** The same switch as an item of a menu, with words. */
export function SignalsItem() {
  const on = useSyncExternalStore(signalsStore.subscribe, signalsStore.read);
  return (
    <button
      type="button"
      onClick={() => {
        signalsStore.write(!on);
        signal('good');
      }}
    >
      {on ? 'Switch sounds and vibration off' : 'Switch sounds and vibration on'}
    </button>
  );
}
