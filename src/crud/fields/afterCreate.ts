/** Pictures that were chosen before their record existed, by the record's id. The record's own page takes and sends them. */
const chosen = new Map<string, File>();

export function sendAfterCreate(id: string, file: File): void {
  chosen.set(id, file);
}

/** The picture that waits for this record, once. */
export function takeChosen(id: string): File | null {
  const file = chosen.get(id) ?? null;
  chosen.delete(id);
  return file;
}
