/** Goals 1 to 18 (shared/design/performance.md section 5, issue 6) and the table of what was measured. */
export interface Goal {
  id: string;
  what: string;
  unit: 's' | 'ms' | 'kB' | '%' | 'MB' | '';
  /** At most this; `floors`: at most so many times the floor's median. */
  goal: number;
  floors?: number;
}

export const goalsOf = (products: string): readonly Goal[] => [
  { id: '1', what: 'cold, slow link: sign-in can be used', unit: 's', goal: 3 },
  { id: '2', what: 'first paint, slow link', unit: 's', goal: 1.5 },
  { id: '3', what: 'JavaScript to the first useful screen, brotli', unit: 'kB', goal: 110 },
  { id: '4', what: 'installed for offline, over the wire', unit: 'kB', goal: 900 },
  { id: '5', what: 'repeat visit, slow link: dashboard', unit: 's', goal: 0.8 },
  { id: '6', what: `offline relaunch: ${products} products can be searched`, unit: 's', goal: 0.85, floors: 1.5 },
  { id: '7', what: 'main thread blocked, from navigation on', unit: 'ms', goal: 270 },
  { id: '8', what: `last key to painted result in ${products}`, unit: 'ms', goal: 45 },
  { id: '8b', what: `Enter to painted line, ${products} products`, unit: 'ms', goal: 45 },
  { id: '8c', what: `scan to painted line, ${products} products`, unit: 'ms', goal: 60 },
  { id: '9', what: 'worst key to next paint (INP)', unit: 'ms', goal: 48 },
  { id: '10', what: 'click to painted form', unit: 'ms', goal: 85 },
  { id: '11', what: `scroll of ${products}: frames missed`, unit: '%', goal: 3 },
  { id: '11b', what: `scroll of ${products}: looks at a blank row`, unit: '', goal: 0 },
  { id: '12', what: `heap after use, ${products} products`, unit: 'MB', goal: 8.5 },
  { id: '13', what: 'layout shift', unit: '', goal: 0 },
  { id: '14', what: 'line saved, strict, p50', unit: 'ms', goal: 8 },
  { id: '14b', what: 'line saved, strict, p99', unit: 'ms', goal: 25 },
  { id: '15', what: `${products} rows stored, total`, unit: 'ms', goal: 252 },
  { id: '15b', what: `${products} rows stored, longest stall`, unit: 'ms', goal: 16 },
  // Ours, not the documents': with the press itself, so it is held to what they hold an export to.
  { id: '15c', what: `"Prepare now" with ${products} products, press and all, longest stall`, unit: 'ms', goal: 33 },
  { id: '16', what: 'xlsx of 10,000 rows, longest stall', unit: 'ms', goal: 33 },
  { id: '16b', what: `the products list exports ${products} rows, longest stall`, unit: 'ms', goal: 33 },
  { id: '17', what: 'xlsx of 100,000 rows, longest stall', unit: 'ms', goal: 50 },
  { id: '17b', what: 'xlsx of 100,000 rows, total', unit: 's', goal: 3.6 },
  { id: '18', what: '1,000 queued lines, 100 ms link (worse engine)', unit: 's', goal: 1.2 },
  { id: '18b', what: '1,000 queued lines from the disk, 100 ms link, CPU slowed', unit: 's', goal: 2.4 },
];

/**
 * What a person has (issue 30, points 1, 4 and 5): over TLS and HTTP/2 with a slow start, counted when data is painted, pressed by a finger that rested nowhere.
 * The goals are the issue's.
 */
export const users = (products: string): readonly Goal[] => [
  { id: 'u1', what: 'cold, slow secure line: sign-in can be used', unit: 's', goal: 3 },
  { id: 'u2', what: 'first paint, slow secure line', unit: 's', goal: 1.4 },
  { id: 'u19', what: 'from nothing to the work of the dashboard, typing apart', unit: 's', goal: 3.5 },
  { id: 'u5', what: 'repeat visit, slow secure line: the work of the dashboard', unit: 's', goal: 0.8 },
  { id: 'u7', what: 'main thread blocked, repeat visit', unit: 'ms', goal: 270 },
  { id: 'u13', what: 'layout shift, repeat visit', unit: '', goal: 0 },
  { id: 'u6', what: `offline relaunch: ${products} products can be searched`, unit: 's', goal: 0, floors: 1.2 },
  { id: 'u7b', what: 'main thread blocked, relaunch and first keys', unit: 'ms', goal: 270 },
  { id: 'u9', what: `first key without a pause, ${products} products (INP)`, unit: 'ms', goal: 48 },
  { id: 'u10', what: 'press to painted form, no pointer rested', unit: 'ms', goal: 85 },
  { id: 'u10b', what: 'press on a row to its painted form', unit: 'ms', goal: 85 },
  {
    id: 'u20',
    what: `1,000 of ${products} products changed: from the request to their names in the search`,
    unit: 'ms',
    goal: 300,
  },
  { id: 'u20b', what: 'the same, longest stall of the main thread', unit: 'ms', goal: 50 },
  { id: 'u12', what: `memory of the page's process (PSS), ${products} products`, unit: 'MB', goal: 0, floors: 1.3 },
];

export type Samples = Map<string, number[]>;

export function note(samples: Samples, id: string, value: number): void {
  samples.set(id, [...(samples.get(id) ?? []), value]);
}

export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  };
}

/** Three figures are enough. */
export const figure = (value: number): string => (Number.isNaN(value) ? 'none' : String(Number(value.toPrecision(3))));

const ranged = ({ median, least, most }: Spread) =>
  least === most ? figure(median) : `${figure(median)} (${figure(least)}-${figure(most)})`;

export interface Line extends Goal {
  ours: Spread;
  floor: Spread | null;
  met: boolean;
}

export function lines(ours: Samples, floor: Samples, goals: readonly Goal[]): Line[] {
  return goals
    .filter(({ id }) => ours.has(id))
    .map((goal) => {
      const mine = spread(ours.get(goal.id) ?? []);
      const least = floor.has(goal.id) ? spread(floor.get(goal.id) ?? []) : null;
      const limit = goal.floors && least ? Math.max(goal.goal, goal.floors * least.median) : goal.goal;
      return { ...goal, ours: mine, floor: least, met: mine.median <= limit };
    });
}

export function markdown(all: readonly Line[]): string {
  const rows = all.map((line) => {
    const unit = line.unit && ` ${line.unit}`;
    const limits = [
      line.goal > 0 || !line.floors ? `${figure(line.goal)}${unit}` : '',
      line.floors ? `${line.floors} x the floor` : '',
    ];
    const goal = `at most ${limits.filter(Boolean).join(' or ')}`;
    return `| ${line.id} | ${line.what} | ${ranged(line.ours)}${unit} | ${line.floor ? ranged(line.floor) + unit : '-'} | ${goal} | ${line.met ? 'met' : '**missed**'} |`;
  });
  return ['| # | what | ours, median (range) | floor | goal | |', '|---|---|---|---|---|---|', ...rows].join('\n');
}
