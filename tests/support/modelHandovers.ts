/** The handovers of the model server: the arrived halves, and whether the taker's half made the receipt. */

/** The offer of a simulated giver. It has no signature, because the queue does not read papers. */
export interface ModelOffer {
  transfer: string;
  giver: string;
  header: string;
  timestamp: number;
  digest: string;
  lines: readonly { product_id: string; quantity: number; quantity_accepted: number | null; amount: number }[];
}

export interface ModelHandover {
  _id: string;
  giver: string;
  given: boolean;
  taken: { user: string; answer: string } | null;
  /** The taker's half moved the goods. */
  posted: boolean;
}

export class ModelHandovers {
  readonly all: Map<string, ModelHandover>;

  constructor(all: ReadonlyMap<string, ModelHandover> = new Map()) {
    this.all = new Map([...all].map(([transfer, one]) => [transfer, { ...one }]));
  }

  copy = (): ModelHandovers => new ModelHandovers(this.all);

  of({ transfer, giver }: ModelOffer): ModelHandover {
    const known = this.all.get(transfer);
    const one = known ?? { _id: `handover-of-${transfer}`, giver, given: false, taken: null, posted: false };
    this.all.set(transfer, one);
    return one;
  }

  /** Whether changes of this person join the transfer that the taker's half completed. */
  joins(transfer: string, user: string): boolean {
    const one = this.all.get(transfer);
    return one?.posted === true && !one.given && one.giver === user;
  }
}
