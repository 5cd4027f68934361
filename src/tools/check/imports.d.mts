/** Types of imports.mjs, for the tests. */
export function importsOf(text: string): string[];
export function importedFile(from: string, name: string): string | null;
export function withImporters(changed: readonly string[], texts: Readonly<Record<string, string>>): string[];
