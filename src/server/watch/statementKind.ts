import { tablesWrittenBy } from '../db/statements.ts';

export type StatementKind = 'read' | 'write' | 'commit' | 'other';

/** The kind of a statement, from its text. A commit is a kind of its own, because it waits for the disk. */
export function kindOf(text: string): StatementKind {
  const first = (/^[\s(]*([a-z]+)/i.exec(text)?.[1] ?? '').toLowerCase();
  if (first === 'commit') return 'commit';
  if (['insert', 'update', 'delete'].includes(first)) return 'write';
  if (first === 'with') return tablesWrittenBy(text).length > 0 ? 'write' : 'read';
  return first === 'select' ? 'read' : 'other';
}
