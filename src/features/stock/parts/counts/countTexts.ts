/** What several screens say of a stocktake. */
export const countTexts = { goOn: 'Continue counting' } as const;
