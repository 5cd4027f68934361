/**
 * Whose costly work is done next: at most two computations of passwords at a time, shared out by lane. A lane is an address of strangers or a
 * known person. Lanes are served in turn: known people first, then addresses without a wrong try of late, then the others, so that nobody keeps
 * another out by asking often (S1). Strangers hold one of the two places at most, so that a known person never waits for two of them.
 */
import { countedAddress } from '../calls/addresses.ts';
import { tooMany } from '../calls/rate.ts';
import { Refusal } from '../calls/refusal.ts';

const AT_ONCE = 2;
/** How many of the places strangers hold at the same time. */
const STRANGERS_AT_ONCE = 1;
/** Of each rank: known people two at a time are all served within a minute; strangers, one at a time, within some minutes. */
const MOST_WAITING = 200;
const MOST_OF_LANE = 3;
/** What a full lane is told to wait, seconds: by then its three have had their turn, unless many lanes wait. */
const LANE_WAIT = 2;
/** Known people, strangers, strangers whose address had a wrong try of late. */
export type Rank = 0 | 1 | 2;
/** Whose turn it is, over and over: nobody waits for ever. Where nobody of that rank waits, the first rank with somebody has it. */
const TURNS: readonly Rank[] = [0, 0, 1, 0, 0, 2];
const RANKS: readonly Rank[] = [0, 1, 2];

export interface Lane {
  readonly name: string;
  readonly rank: Rank;
  /** How many of it may wait. */
  readonly most: number;
}

/** The server's own work: tools, the demo, what a signed-in person changes after he was let in. */
export const OWN_LANE: Lane = { name: 'own', rank: 0, most: MOST_WAITING };
export const laneOfAddress = (address: string, rank: Rank): Lane => ({
  name: countedAddress(address),
  rank,
  most: MOST_OF_LANE,
});
export const laneOfPerson = (userId: string): Lane => ({ name: userId, rank: 0, most: MOST_OF_LANE });

interface Line {
  readonly lanes: Map<string, (() => void)[]>;
  /** How many wait in all its lanes. */
  count: number;
}
const line = (): Line => ({ lanes: new Map(), count: 0 });
const lines: readonly [Line, Line, Line] = [line(), line(), line()];
const running = { all: 0, strangers: 0 };
let turn = 0;

const isStranger = (rank: Rank) => rank !== 0;
const hasPlace = (rank: Rank) => running.all < AT_ONCE && !(isStranger(rank) && running.strangers >= STRANGERS_AT_ONCE);

function begin(rank: Rank): void {
  running.all += 1;
  if (isStranger(rank)) running.strangers += 1;
}

function end(rank: Rank): void {
  running.all -= 1;
  if (isStranger(rank)) running.strangers -= 1;
}

/**
 * Throws 429 when this lane's places are taken, 503 when those of its rank are. `coming`: how many of this lane and of its rank are on their way
 * and not in line yet.
 */
export function refuseFull(lane: Lane, coming: { readonly lane: number; readonly rank: number }): void {
  const { lanes, count } = lines[lane.rank];
  if ((lanes.get(lane.name)?.length ?? 0) + coming.lane >= lane.most)
    throw lane === OWN_LANE ? crowd() : tooMany(LANE_WAIT);
  if (count + coming.rank >= MOST_WAITING) throw crowd();
}

const crowd = () => new Refusal('unavailable');

/**
 * `work` when the lane's turn comes. Must not be asked for within another turn. Throws 429 when this lane's places are taken, 503 when those of
 * its rank are.
 */
export async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  if (hasPlace(lane.rank)) begin(lane.rank);
  else {
    refuseFull(lane, { lane: 0, rank: 0 });
    // Whoever waited is handed the place: nobody slips into it in between.
    await new Promise<void>((resolve) => enqueue(lane, resolve));
  }
  try {
    return await work();
  } finally {
    end(lane.rank);
    beginNext();
  }
}

function enqueue(lane: Lane, resolve: () => void): void {
  const waiting = lines[lane.rank];
  const own = waiting.lanes.get(lane.name);
  if (own) own.push(resolve);
  else waiting.lanes.set(lane.name, [resolve]);
  waiting.count += 1;
}

function beginNext(): void {
  const rank = nextRank();
  if (rank === null) return;
  const start = takeFirst(lines[rank]);
  if (!start) return;
  begin(rank);
  start();
}

/** Whose turn it is among those that wait; null: nobody waits, or strangers alone whose place is taken. */
function nextRank(): Rank | null {
  const wanted = TURNS[turn % TURNS.length] ?? 0;
  const rank = lines[wanted].count > 0 ? wanted : RANKS.find((one) => lines[one].count > 0);
  if (rank === undefined) {
    turn = 0;
    return null;
  }
  if (hasPlace(rank)) {
    turn += 1;
    return rank;
  }
  // A stranger's turn while another stranger holds their place: it is kept for him, and a known person goes first.
  return lines[0].count > 0 ? 0 : null;
}

/** The first of the lane that waits longest for its turn; the lane goes to the end. */
function takeFirst(waiting: Line): (() => void) | undefined {
  const [lane] = waiting.lanes;
  if (!lane) return undefined;
  const [name, [first, ...rest]] = lane;
  waiting.lanes.delete(name);
  if (rest.length > 0) waiting.lanes.set(name, rest);
  waiting.count -= 1;
  return first;
}
