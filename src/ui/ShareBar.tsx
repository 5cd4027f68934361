import { classes } from './classes.ts';

/** A bar beside a figure: how large it is beside the largest of its list. `share`: 0 to 1; what is more than nothing is seen. */
export const ShareBar = ({ share, isChosen = false }: { share: number; isChosen?: boolean }) => (
  <span aria-hidden="true" className="block h-2.5 min-w-0 [print-color-adjust:exact]">
    <span
      className={classes('block h-full rounded-full', isChosen ? 'bg-accent' : 'bg-line-strong')}
      style={{ width: `${Math.max(share > 0 ? 3 : 0, share * 100)}%` }}
    />
  </span>
);
