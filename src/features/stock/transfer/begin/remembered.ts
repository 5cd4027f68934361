/** What a person chose on this tablet before, so that the next transfer begins by one press. Only ids are kept. */
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import type { KindFacts, WizardKind } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';

const KEY = 'begun';
/** The most parties that are shown as tiles, and that are remembered for a kind. */
export const TILES = 8;

interface Remembered {
  /** The hub in which the person works: of the last transfer that the person began, else of the first expected one. */
  hub: string | null;
  /** The other parties of the last transfers, the newest first. */
  parties: Partial<Record<WizardKind, string[]>>;
}

export type HubSide = 'source' | 'destination';

/** Which end of a transfer of this kind is the hub. */
export const hubSideOf = (kind: KindFacts): HubSide => (kind.source === 'seller' ? 'source' : 'destination');

const all = () => readLocal<Record<string, Remembered>>(KEY, {});

export function rememberedOf(userId: string): Remembered {
  const { hub = null, parties = {} } = all()[userId] ?? {};
  return { hub, parties };
}

/** The person began this transfer, so it says where the person works. */
export function remember(userId: string, kind: KindFacts, header: TransferHeader): void {
  keep(userId, kind, header, null);
}

/** The person completed a transfer that may have been expected. It says where a person works only while nothing else does. */
export function teach(userId: string, kind: KindFacts, header: TransferHeader): void {
  keep(userId, kind, header, rememberedOf(userId).hub);
}

/** `own`: the hub that stays; null: that of the transfer. */
function keep(userId: string, kind: KindFacts, { source, destination }: TransferHeader, own: string | null): void {
  const { parties } = rememberedOf(userId);
  const [hub, party] = hubSideOf(kind) === 'source' ? [source, destination] : [destination, source];
  const known = [party, ...(parties[kind.kind] ?? []).filter((one) => one !== party)].slice(0, TILES);
  writeLocal(KEY, { ...all(), [userId]: { hub: own ?? hub, parties: { ...parties, [kind.kind]: known } } });
}

/** The parties for the tiles: those of the last transfers before others, shown by name so that each keeps its place. */
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
