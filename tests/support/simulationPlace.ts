/** The place of a schedule: its products and parties, and the server of its tablets. */
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { Request } from '#offline/store/ports.ts';
import type { ModelHandovers } from './modelHandovers.ts';
import type { DeskChange, ModelOrder, ModelServer, Verdict } from './modelServer.ts';
import type { ModelStocktakes } from './modelStocktakes.ts';

/** The acts of a schedule on its server, and the facts for its checker. */
export interface SimulatedServer {
  readonly epoch: string;
  readonly restores: number;
  /** While true, no transfer has enough stock. */
  short: boolean;
  readonly state: {
    readonly orders: ReadonlyMap<string, ModelOrder>;
    /** Absent: the place has no stocktakes. */
    readonly stocktakes?: ModelStocktakes;
    /** Absent: the place has no handovers. */
    readonly handovers?: ModelHandovers;
    readonly verdicts: ReadonlyMap<string, { verdict: Verdict | null }>;
  };
  /** The number of times that the work of each key took effect, and its user. */
  readonly applied: ReadonlyMap<string, number>;
  readonly appliedBy: ReadonlyMap<string, string>;
  /** Keys under which their author sent another request than the answered one. A real server only refuses that. */
  readonly madeAnew?: ReadonlyMap<string, readonly string[]>;
  /** Null: no verified answer. `crash`: the process dies after the work and before the answer is stored. Only a bug makes this visible. */
  handle(request: Request, user: string, crash?: boolean): Verdict | Promise<Verdict | null>;
  /** A person at a desk changes, adds or removes (`null`) a line, or changes the details. */
  desk(orderId: string, change: DeskChange): void | Promise<void>;
  backup(): unknown;
  restore(backup: unknown, epoch: string): void | Promise<void>;
  /** Given by a real server: reads `state`, `applied` and `appliedBy` of this schedule again. */
  refresh?(seed: number): Promise<void>;
}

export interface Place {
  readonly server: SimulatedServer;
  readonly products: readonly string[];
  /** The details of a transfer that contain this word ("d1" to "d9" by tablets, "desk0" to "desk8" by desks). */
  header(word: string): TransferHeader;
  /** The word in such details. */
  wordOf(header: TransferHeader): string;
}

export const HEADER: TransferHeader = {
  timestamp: 1_795_000_000,
  source_type: 'distributor',
  source: 'd1',
  destination_type: 'seller',
  destination: 's1',
  meta: '{}',
  source_name: 'D',
  destination_name: 'S',
};

export function modelPlace(server: ModelServer): Place {
  return {
    server: server as SimulatedServer,
    products: ['p1', 'p2', 'p3', 'p4', 'p5'],
    header: (source) => ({ ...HEADER, source }),
    wordOf: (header) => header.source,
  };
}
