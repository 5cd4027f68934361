/** Texts that several screens show about a stocktake. */
export const countTexts = { goOn: 'Continue counting' } as const;
