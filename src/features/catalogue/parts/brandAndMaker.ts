interface Named {
  name: string;
}

/** The brand and the manufacturer of a product in one line; a brand that is named like its manufacturer stands once ("Bakers"). */
export const brandAndMaker = ({ brand, manufacturer }: { brand: Named; manufacturer: Named }): string =>
  [...new Set([brand.name, manufacturer.name])].join(', ');
