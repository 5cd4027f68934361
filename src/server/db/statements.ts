/**
 * Finds which tables a statement writes and reads, from its text. This costs the database nothing, whereas a trigger on each table and a NOTIFY within the
 * transaction would make commits wait for one another (docs/decisions/0246). A table too many costs one additional read.
 */
const WRITES = /\b(?:insert into|update|delete from)\s+(?:only\s+)?"?([a-z_]+)"?/g;
const SAVEPOINT = /^\s*(savepoint|rollback to savepoint|release savepoint) (\w+)/;

/** The tables that a statement writes. The result may contain keywords such as `set` and `of`; the caller filters by the known tables. */
export const tablesWrittenBy = (text: string): string[] => [...text.matchAll(WRITES)].map(([, name = '']) => name);

/** The tables that one transaction has written. */
export class Written {
  #tables: string[] = [];
  #marks: { name: string; length: number }[] = [];

  /** Must get every statement that succeeded, in order: writes rolled back to a savepoint do not count. */
  note(text: string): void {
    const [, what, name = ''] = SAVEPOINT.exec(text) ?? [];
    if (what === undefined) {
      for (const table of tablesWrittenBy(text)) if (!this.#tables.includes(table)) this.#tables.push(table);
      return;
    }
    if (what === 'savepoint') return void this.#marks.push({ name, length: this.#tables.length });
    const at = this.#marks.findLastIndex((mark) => mark.name === name);
    if (at < 0) return;
    if (what === 'release savepoint') this.#marks.length = at;
    else {
      this.#tables.length = this.#marks[at]?.length ?? 0;
      // The savepoint itself stays.
      this.#marks.length = at + 1;
    }
  }

  get tables(): readonly string[] {
    return this.#tables;
  }
}

const READS = /\b(?:from|join)\s+"?([a-z_]+)"?/g;

/** The tables that a statement reads, as far as its text names them. */
export const tablesReadBy = (text: string): string[] => [...text.matchAll(READS)].map(([, name = '']) => name);
