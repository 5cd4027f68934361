/** The state of the offered goods of a transfer, until the page is reloaded, so that a later visit finds it unchanged. */

export type Fold = 'never' | 'opening' | 'folded' | 'opened';

interface Pane {
  fold: Fold;
  isTapping: boolean;
}

const left = new Map<string, Partial<Pane>>();

export const paneOf = (transfer: string): Partial<Pane> => left.get(transfer) ?? {};

export const keepPane = (transfer: string, pane: Partial<Pane>): void => {
  left.set(transfer, { ...left.get(transfer), ...pane });
};
