/** Where a schedule plays: which products and parties there are, and the server that the tablets speak to. */
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { Request } from '#offline/store/ports.ts';
import type { ModelHandovers } from './modelHandovers.ts';
import type { DeskChange, ModelOrder, ModelServer, Verdict } from './modelServer.ts';
import type { ModelStocktakes } from './modelStocktakes.ts';

/** What a schedule does to its server, and what its checker asks of it. */
export interface SimulatedServer {
  readonly epoch: string;
  readonly restores: number;
  /** There is not enough stock for any transfer while this holds. */
  short: boolean;
  readonly state: {
    readonly orders: ReadonlyMap<string, ModelOrder>;
    /** Absent: no stocktakes are played here. */
    readonly stocktakes?: ModelStocktakes;
    /** Absent: no handovers are played here. */
    readonly handovers?: ModelHandovers;
    readonly verdicts: ReadonlyMap<string, { verdict: Verdict | null }>;
  };
  /** How often the work of each key took effect, and whose it was. */
  readonly applied: ReadonlyMap<string, number>;
  readonly appliedBy: ReadonlyMap<string, string>;
  /** Keys whose author asked something else under them than was answered: a real server only refuses that. */
  readonly madeAnew?: ReadonlyMap<string, readonly string[]>;
  /** null: no verified answer. `crash`: the process dies after the work, before the answer is kept (only a bug makes that visible). */
  handle(request: Request, user: string, crash?: boolean): Verdict | Promise<Verdict | null>;
  /** Somebody at a desk changes a line, puts one in, takes one out (`null`), or changes the details. */
  desk(orderId: string, change: DeskChange): void | Promise<void>;
  backup(): unknown;
  restore(backup: unknown, epoch: string): void | Promise<void>;
  /** A real server: reads `state`, `applied` and `appliedBy` of this schedule anew. */
  refresh?(seed: number): Promise<void>;
}

export interface Place {
  readonly server: SimulatedServer;
  readonly products: readonly string[];
  /** The details of a transfer with that word in it ("d1" to "d9" by tablets, "desk0" to "desk8" by desks). */
  header(word: string): TransferHeader;
  /** The word of such details. */
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
