/**
 * The queue as screens use it: edits, decisions, and the file of unsent changes. Every function resolves when its change is on disk and rejects when it
 * is not (SYNC rule 4). Saves with a connection take the same way: they are written first and sent at once (rule 3).
 */
import { exportUnsent, importUnsent, type UnsentFile } from '../file/unsentFile.ts';
import { type Handovers, makeHandovers } from '../handover/halves.ts';
import type { Ports, QueueOwner } from '../store/ports.ts';
import { type Decisions, makeDecisions } from './decisions.ts';
import { type Edits, makeEdits } from './edits.ts';
import { makeReversals, type Reversals } from './reversals.ts';
import { makeStocktakes, type Stocktakes } from './stocktakes.ts';

export interface Outbox extends Edits, Handovers, Reversals, Stocktakes, Decisions {
  /**
   * Exports the unsent changes of the signed-in person, as a last resort before a tablet is wiped. `everyone`: an administrator exports the changes of all
   * persons (rule 41).
   */
  exportUnsent(everyone?: boolean): Promise<UnsentFile>;
  /** Imports exported ops. Ops whose keys this tablet knows stay unchanged. Resolves with the number of new ops; throws for a file of another kind. */
  importUnsent(file: unknown): Promise<number>;
}

/** The queue's edits and decisions over `ports`. `owner` throws if nobody is signed in, and so does each edit then. */
export function makeOutbox(ports: Ports, owner: () => QueueOwner): Outbox {
  const context = { ports, owner };
  return {
    ...makeEdits(context),
    ...makeHandovers(context),
    ...makeReversals(context),
    ...makeStocktakes(context),
    ...makeDecisions(context),
    exportUnsent: (everyone = false) => exportUnsent(ports.store, ports.clock, owner(), everyone),
    importUnsent: (file) => importUnsent(ports.store, ports.clock, file),
  };
}
