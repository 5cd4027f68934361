/** Types of coverageSpec.mjs, for the tests. */
export function rowsIn(markdown: string): string[];
export function allRows(): string[];
export function areaOf(id: string): string;
export function titlesIn(source: string): string[];
export function beginsWithId(title: string): boolean;
export function tagsIn(source: string): string[];
export function testSources(): { file: string; source: string }[];
export function allTags(): string[];
export function eachTagsIn(source: string): string[];
export function onOtherDays(sources: readonly { file: string; source: string }[]): string[];
