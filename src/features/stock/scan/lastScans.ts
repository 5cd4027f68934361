/** The scans that the camera pane shows. */

/** A scan as people say it: the product, and what its line has now. */
export interface SeenScan {
  /** The product's name, or "Unknown code". */
  name: string;
  /** The code that was read; shown where no product has it. */
  code?: string | undefined;
  /** Whole cases of the line after this scan; null: an unknown code, which was not counted. */
  cases: number | null;
  /** Loose units beside the cases. */
  units?: number | undefined;
  /** Epoch seconds. */
  at: number;
  brand?: { name: string } | undefined;
  /** What is wrong with the line, such as more than the hub holds. */
  warning?: string | undefined;
}

const MOST = 3;

/** Both codes of a product, of a unit and of a case, belong to one line. Each unknown code is a line of its own. */
export const keyOf = ({ name, code, cases }: SeenScan) => (cases === null ? `unknown ${code}` : name);

/** The list with a newer scan in front. A product that is scanned again moves to the front. */
export function withNewest(list: readonly SeenScan[], scan: SeenScan): SeenScan[] {
  return [scan, ...list.filter((one) => keyOf(one) !== keyOf(scan))].slice(0, MOST);
}
