/** What a person chose on this tablet earlier, so that the next transfer begins with one press. Only ids are stored. */
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import type { KindFacts, WizardKind } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';

const KEY = 'begun';
/** The most parties that are shown as tiles, and the most that are stored for a kind. */
export const TILES = 8;

interface Remembered {
  /**
   * The id of the hub in which the person works: the hub of the last transfer that the person began, otherwise of the first expected transfer that
   * the person completed.
   */
  hub: string | null;
  /** The other parties of the last transfers, the newest first. */
  parties: Partial<Record<WizardKind, string[]>>;
}

export type HubSide = 'source' | 'destination';

/** Whether the hub is the source or the destination of a transfer of this kind. */
export const hubSideOf = (kind: KindFacts): HubSide => (kind.source === 'seller' ? 'source' : 'destination');

const all = () => readLocal<Record<string, Remembered>>(KEY, {});

export function rememberedOf(userId: string): Remembered {
  const { hub = null, parties = {} } = all()[userId] ?? {};
  return { hub, parties };
}

/** Stores the choices of a transfer that the person began. Its hub is the hub in which the person works. */
export function remember(userId: string, kind: KindFacts, header: TransferHeader): void {
  keep(userId, kind, header, null);
}

/** Stores the parties of a transfer that the person completed and that may have been expected. Its hub counts only if no hub is stored. */
export function rememberExpected(userId: string, kind: KindFacts, header: TransferHeader): void {
  keep(userId, kind, header, rememberedOf(userId).hub);
}

/** `own`: the hub to store; null: the hub of the transfer. */
function keep(userId: string, kind: KindFacts, { source, destination }: TransferHeader, own: string | null): void {
  const { parties } = rememberedOf(userId);
  const [hub, party] = hubSideOf(kind) === 'source' ? [source, destination] : [destination, source];
  const known = [party, ...(parties[kind.kind] ?? []).filter((one) => one !== party)].slice(0, TILES);
  writeLocal(KEY, { ...all(), [userId]: { hub: own ?? hub, parties: { ...parties, [kind.kind]: known } } });
}

/** The parties for the tiles. The parties of the last transfers are chosen first. The tiles are sorted by name, so that each keeps its place. */
export function tilesOf<Option extends { value: string }>(
  options: readonly Option[],
  lately: readonly string[],
): Option[] {
  const rank = (one: Option) => {
    const at = lately.indexOf(one.value);
    return at < 0 ? lately.length : at;
  };
  const shown = new Set([...options].sort((a, b) => rank(a) - rank(b)).slice(0, TILES));
  return options.filter((one) => shown.has(one));
}
