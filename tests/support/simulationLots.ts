/** Lots in a schedule. They have their own random numbers, so that schedules of known seeds stay the same. */
import { lotsText, lotsWithin } from '#domain/lots.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import type { ModelLine } from './modelServer.ts';
import type { Intent } from './simulationCheck.ts';

/** The lots that a screen shows, by product. */
export const lotsShown = ({ lines }: TransferView): Map<string, string> =>
  new Map(lines.flatMap(({ product_id, lots }) => (lots ? [[product_id, lots]] : [])));

export class SimulatedLots {
  readonly #chance: () => number;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  /** One or two lots with at most `units` units together, and sometimes ''. */
  #draw(units: number): string {
    if (units === 0 || this.#chance() < 0.2) return '';
    const code = () => `L${Math.floor(this.#chance() * 4)}`;
    const expires = () => (this.#chance() < 0.3 ? '' : `2027-0${1 + Math.floor(this.#chance() * 9)}-01`);
    const first = 1 + Math.floor(this.#chance() * units);
    const lots = [{ code: code(), expires: expires(), units: first }];
    if (first < units && this.#chance() < 0.5)
      lots.push({ code: code(), expires: expires(), units: 1 + Math.floor(this.#chance() * (units - first)) });
    return lotsText(lots);
  }

  /** The lots of a counted figure. '' for none. */
  ofCount(units: number): string {
    return this.#draw(units);
  }

  /** The line as a person saves it: with other lots, or with the present lots that fit. */
  named(line: TransferLine, there: LineView | undefined): TransferLine {
    const units = movedQuantity(line);
    if (this.#chance() < 0.5) return { ...line, lots: this.#draw(units) };
    return { ...line, lots: there ? lotsWithin(there.lots, movedQuantity(there), units) : '' };
  }

  saved(intent: Intent, { product_id, lots = '' }: TransferLine): void {
    intent.lots.set(product_id, lots);
  }

  /** A transfer was confirmed again with less of a line. 0: without the line. */
  withLess(intent: Intent, there: LineView, available: number): void {
    const { product_id } = there;
    const lots = lotsWithin(there.lots, movedQuantity(there), available);
    if (available === 0) intent.lots.delete(product_id);
    else intent.lots.set(product_id, lots);
    if (lots === '') intent.confirmedLots.delete(product_id);
    else intent.confirmedLots.set(product_id, lots);
  }

  /** Checks that the screen shows the saved lots. */
  look(intent: Intent, view: TransferView, found: (what: string) => void): void {
    for (const { product_id, lots = '' } of view.lines)
      if ((intent.lots.get(product_id) ?? '') !== lots)
        found(`the screen shows the lots ${lots} of ${product_id}, saved was ${intent.lots.get(product_id)}`);
  }

  deskWrote(intent: Intent, line: ModelLine | undefined): void {
    if (line)
      intent.deskLots.set(line.product_id, new Set([...(intent.deskLots.get(line.product_id) ?? []), line.lots]));
  }

  isTurn(): boolean {
    return this.#chance() < 0.1;
  }

  one(intents: readonly Intent[]): Intent | undefined {
    return intents[Math.floor(this.#chance() * intents.length)];
  }

  /** The other lots that a desk writes into a line. Undefined: there is no line. */
  atDesk(lines: readonly ModelLine[]): { product_id: string; lots: string } | undefined {
    const live = lines.filter((line) => line.live);
    const line = live[Math.floor(this.#chance() * live.length)];
    return line && { product_id: line.product_id, lots: this.#draw(movedQuantity(line)) };
  }
}
