/** What several screens say of a stocktake. */
export const countTexts = { goOn: 'Go on counting' } as const;
