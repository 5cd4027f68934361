/** The drawings of public/scenes.svg. */
export type SceneName = 'stall' | 'find' | 'lorry' | 'rain' | 'shut' | 'done' | 'board';

/**
 * A drawing of 160 x 120 px, `small`: 96 x 72. Its colours are the theme's. It is decorative: the text beside it gives the meaning. Its place has its
 * size before the file of the drawings is loaded.
 */
export function Scene({ name, small = false }: { name: SceneName; small?: boolean }) {
  return (
    <svg aria-hidden="true" className={small ? 'h-18 w-24 shrink-0' : 'h-30 w-40'}>
      <use href={`/scenes.svg#${name}`} />
    </svg>
  );
}
