/** Line icons on a 24 px grid, in the colour of the text. They are decorative: the text beside an icon names it. */
const PATHS = {
  alert: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.7v.1',
  box: 'M3.5 7.5 12 3l8.5 4.5v9L12 21l-8.5-4.5v-9Zm0 0L12 12m0 0 8.5-4.5M12 12v9',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  chart: 'M4 20V10m5 10V4m5 16v-7m5 7V8',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'M6 6l12 12M18 6 6 18',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.6-8.96 6 6 0 0 1 11.6 1.5 3.8 3.8 0 0 1-.5 7.46H7Z',
  cloudOff: 'M7 18.5a4.5 4.5 0 0 1-.6-8.96m3-4A6 6 0 0 1 18 11.04a3.8 3.8 0 0 1 2.1 6.3M4 4l16 16',
  count: 'M9 4.5H6v16h12v-16h-3M9 3h6v3H9zm0 10.5 2 2 4-4',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  down: 'm6 9 6 6 6-6',
  download: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 19.5h16',
  edit: 'M4 20h4L19 9l-4-4L4 16v4Zm9.5-13.5 4 4',
  filter: 'M3.5 5.5h17L14 13v6l-4-2v-4L3.5 5.5Z',
  game: 'M4 9h16v8H4zM8 11.5v3M6.5 13h3m6-.8v.1m2 1.5v.1',
  giveBack: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  home: 'm3.5 11 8.5-7 8.5 7v9h-6v-6h-5v6h-6v-9Z',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-3.2 4.3L13 15.5h2v2h2v2h3.5V17l-6.3-6.3a4.5 4.5 0 0 0 .3-1.2Z',
  lock: 'M6 10.5h12v9H6zm2.5 0V7.5a3.5 3.5 0 0 1 7 0v3',
  logout: 'M14 4h5v16h-5M4 12h10m0 0-4-4m4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5Z',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  next: 'm10 6 6 6-6 6',
  orders: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17Zm3 5h6m-6 4h6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6m1-9.3a3.3 3.3 0 0 0 0-6.4M17 14.2c2.4.7 4 2.9 4 5.8',
  phone:
    'M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2Z',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  reject: 'M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM9 9l6 6M15 9l-6 6',
  screen: 'M4 5h16v11H4zM8.5 20h7M12 16v4',
  search: 'm20 20-4.5-4.5M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  shop: 'M4 9.5 5.5 4h13L20 9.5m-16 0a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5',
  sun: 'M12 3v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  swap: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
  sync: 'M20 11a8 8 0 0 0-14.3-4L4 9m0-4.5V9h4.5M4 13a8 8 0 0 0 14.3 4L20 15m0 4.5V15h-4.5',
  trash: 'M4.5 7h15M10 4h4m-7.5 3 .8 13h9.4l.8-13M10 11v5m4-5v5',
  truck:
    'M2.5 6.5H14v10H2.5zM14 10h4l3.5 3.5v3H14M6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm11 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  up: 'm6 15 6-6 6 6',
  upload: 'M12 16V5m0 0 4.5 4.5M12 5 7.5 9.5M4 19.5h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 3.6-6.5 8-6.5s8 2.5 8 6.5',
  warehouse: 'M3 20V9.5L12 4l9 5.5V20M7 20v-7h10v7M7 16.5h10',
} as const;

export type IconName = keyof typeof PATHS;

interface Look {
  /** In px at letters of the usual size. */
  size?: number;
  className?: string;
}

export const Icon = ({ name, ...look }: { name: IconName } & Look) => <LineIcon d={PATHS[name]} {...look} />;

/** A line icon that is not part of the first load. `d`: its path on the grid of 24 px. */
export function LineIcon({ d, size = 20, className }: { d: string } & Look) {
  // The size in rem grows with the letters beside the icon.
  const side = `${size / 16}rem`;
  return (
    <svg
      viewBox="0 0 24 24"
      width={side}
      height={side}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className ? `shrink-0 ${className}` : 'shrink-0'}
    >
      <path d={d} />
    </svg>
  );
}
