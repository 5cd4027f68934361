/**
 * Schedules password hashing: at most two computations at a time, shared fairly between queues. Each address of strangers and each known person has a queue.
 * The queues take turns: known people first, then addresses without a recent failed attempt, then the others, so that nobody blocks another by sending many
 * requests (S1). Strangers occupy one of the two places at most, so that a known person never waits for two of them.
 */
import { countedAddress } from '../calls/addresses.ts';
import { tooMany } from '../calls/rate.ts';
import { Refusal } from '../calls/refusal.ts';

const AT_ONCE = 2;
/** How many of the places strangers may occupy at the same time. */
const STRANGERS_AT_ONCE = 1;
/** The most waiting per rank: known people, two at a time, are all served within a minute; strangers, one at a time, within some minutes. */
const MOST_WAITING = 200;
const MOST_OF_QUEUE = 3;
/** Retry-After of a full queue, seconds: by then its three entries have had their turn, unless many queues wait. */
const QUEUE_WAIT = 2;
/** 0: known people; 1: strangers; 2: strangers whose address had a recent failed attempt. */
export type Rank = 0 | 1 | 2;
/** The cycle of ranks, so that nobody waits for ever. If nobody of the rank waits, the first rank with somebody waiting is served. */
const TURNS: readonly Rank[] = [0, 0, 1, 0, 0, 2];
const RANKS: readonly Rank[] = [0, 1, 2];

export interface TurnQueue {
  readonly name: string;
  readonly rank: Rank;
  /** How many may wait in the queue. */
  readonly most: number;
}

/** The queue of the server's own work: tools, the demo, and changes by a signed-in person. */
export const OWN_QUEUE: TurnQueue = { name: 'own', rank: 0, most: MOST_WAITING };
export const queueOfAddress = (address: string, rank: Rank): TurnQueue => ({
  name: countedAddress(address),
  rank,
  most: MOST_OF_QUEUE,
});
export const queueOfPerson = (userId: string): TurnQueue => ({ name: userId, rank: 0, most: MOST_OF_QUEUE });

interface Line {
  readonly queues: Map<string, (() => void)[]>;
  /** How many wait in all queues of the rank. */
  count: number;
}
const line = (): Line => ({ queues: new Map(), count: 0 });
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

/** Throws 429 if this queue is full, 503 if its rank is full. `coming`: reserved places of this queue and of its rank. */
export function refuseFull(queue: TurnQueue, coming: { readonly queue: number; readonly rank: number }): void {
  const { queues, count } = lines[queue.rank];
  if ((queues.get(queue.name)?.length ?? 0) + coming.queue >= queue.most)
    throw queue === OWN_QUEUE ? crowd() : tooMany(QUEUE_WAIT);
  if (count + coming.rank >= MOST_WAITING) throw crowd();
}

const crowd = () => new Refusal('unavailable');

/** Runs `work` when the queue has its turn. Must not be called within another turn. Throws 429 if this queue is full, 503 if its rank is full. */
export async function inTurn<T>(queue: TurnQueue, work: () => Promise<T>): Promise<T> {
  if (hasPlace(queue.rank)) begin(queue.rank);
  else {
    refuseFull(queue, { queue: 0, rank: 0 });
    // The place passes directly to the next in the queue, so that nobody takes it in between.
    await new Promise<void>((resolve) => enqueue(queue, resolve));
  }
  try {
    return await work();
  } finally {
    end(queue.rank);
    beginNext();
  }
}

function enqueue(queue: TurnQueue, resolve: () => void): void {
  const waiting = lines[queue.rank];
  const own = waiting.queues.get(queue.name);
  if (own) own.push(resolve);
  else waiting.queues.set(queue.name, [resolve]);
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

/** The rank whose turn it is; null: nobody waits, or only strangers wait and their place is occupied. */
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
  // It is a stranger's turn while another stranger occupies their place. The turn is kept, and a known person goes first.
  return lines[0].count > 0 ? 0 : null;
}

/** Takes the first entry of the queue that waited longest; the queue moves to the end. */
function takeFirst(waiting: Line): (() => void) | undefined {
  const [queue] = waiting.queues;
  if (!queue) return undefined;
  const [name, [first, ...rest]] = queue;
  waiting.queues.delete(name);
  if (rest.length > 0) waiting.queues.set(name, rest);
  waiting.count -= 1;
  return first;
}
