/** The scans that the camera pane shows. */

/** A scan in words: the product, and the quantity of its line. */
export interface SeenScan {
  /** The product's name, or "Unknown code". */
  name: string;
  /** The code that was read. Shown if no product has the code. */
  code?: string | undefined;
  /** The whole cases of the line after this scan. Null: no product has the code, so nothing was counted. */
  cases: number | null;
  /** The loose units beside the cases. */
  units?: number | undefined;
  /** The time of the scan, epoch seconds. */
  at: number;
  brand?: { name: string } | undefined;
  /** The warning of the line, such as a quantity above the hub's stock. */
  warning?: string | undefined;
}

const MOST = 3;

/** The codes of a product's unit and of its case belong to one line. Each unknown code has its own line. */
export const keyOf = ({ name, code, cases }: SeenScan) => (cases === null ? `unknown ${code}` : name);

/** The list with a newer scan in front. A product that is scanned again moves to the front. */
export function withNewest(list: readonly SeenScan[], scan: SeenScan): SeenScan[] {
  return [scan, ...list.filter((one) => keyOf(one) !== keyOf(scan))].slice(0, MOST);
}
