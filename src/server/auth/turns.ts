/**
 * Whose costly work is done next: at most two computations of passwords at a time, shared out by lane. A lane is an address of strangers or a
 * known person; lanes are served in turn, known people first, then addresses without a wrong try of late, then the others, so that nobody keeps another
 * out by asking often (S1).
 */
import { countedAddress } from '../calls/addresses.ts';
import { tooMany } from '../calls/rate.ts';
import { Refusal } from '../calls/refusal.ts';

const AT_ONCE = 2;
/** Of each rank. At 0.2 to 0.4 s each the last of them waits half a minute; later ones would not wait for an answer. */
const MOST_WAITING = 200;
const MOST_OF_LANE = 3;
/** What a full lane is told to wait, seconds: by then its three have had their turn, unless many lanes wait. */
const LANE_WAIT = 2;
/** Known people, strangers, strangers whose address had a wrong try of late. */
export type Rank = 0 | 1 | 2;
/** Whose turn it is, over and over: nobody waits for ever. Where nobody of that rank waits, the first rank with somebody has it. */
const TURNS: readonly Rank[] = [0, 0, 1, 0, 0, 2];

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

type Waiting = Map<string, (() => void)[]>;
const waitingBy: readonly [Waiting, Waiting, Waiting] = [new Map(), new Map(), new Map()];
let running = 0;
let turn = 0;

const waitingOf = ({ rank }: Lane): Waiting => waitingBy[rank];
const countOf = (waiting: Waiting) => [...waiting.values()].reduce((sum, lane) => sum + lane.length, 0);

/** Throws 429 when this lane's places are taken, 503 when those of its rank are. */
function refuseFull(lane: Lane): void {
  if (running < AT_ONCE) return;
  const waiting = waitingOf(lane);
  if ((waiting.get(lane.name)?.length ?? 0) >= lane.most) throw lane === OWN_LANE ? crowd() : tooMany(LANE_WAIT);
  if (countOf(waiting) >= MOST_WAITING) throw crowd();
}

const crowd = () => new Refusal('unavailable');

/** `work` when the lane's turn comes. Must not be asked for within another turn. Throws as {@link refuseFull} does. */
export async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  refuseFull(lane);
  if (running < AT_ONCE) running += 1;
  // Who waited is handed the place: nobody slips into it in between.
  else await new Promise<void>((resolve) => enqueue(lane, resolve));
  try {
    return await work();
  } finally {
    const next = nextOne();
    if (next) next();
    else running -= 1;
  }
}

function enqueue(lane: Lane, begin: () => void): void {
  const waiting = waitingOf(lane);
  const own = waiting.get(lane.name);
  if (own) own.push(begin);
  else waiting.set(lane.name, [begin]);
}

function nextOne(): (() => void) | undefined {
  const wanted = waitingBy[TURNS[turn % TURNS.length] ?? 0];
  const waiting = wanted.size > 0 ? wanted : waitingBy.find(({ size }) => size > 0);
  turn = waiting ? turn + 1 : 0;
  return waiting && firstOf(waiting);
}

/** The first of the lane that waits longest for its turn; the lane goes to the end. */
function firstOf(waiting: Waiting): (() => void) | undefined {
  const [lane] = waiting;
  if (!lane) return undefined;
  const [name, [first, ...rest]] = lane;
  waiting.delete(name);
  if (rest.length > 0) waiting.set(name, rest);
  return first;
}
