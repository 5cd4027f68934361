/** The line at the button of the open dialog. It says why a write of the dialog failed, in place of a message over the screen. */
type Say = (text: string) => void;

let lines: readonly Say[] = [];

/** Offers a line; returns what ends that. The last one is of the dialog on top. */
export function offerLine(say: Say): () => void {
  lines = [...lines, say];
  return () => {
    lines = lines.filter((one) => one !== say);
  };
}

/** The line of the dialog on top; undefined without a dialog. */
export const topLine = (): Say | undefined => lines.at(-1);
