interface Named {
  name: string;
}

/** The brand and the manufacturer of a product in one line. A brand with the same name as its manufacturer is written once ("Bakers"). */
export const brandAndMaker = ({ brand, manufacturer }: { brand: Named; manufacturer: Named }): string =>
  [...new Set([brand.name, manufacturer.name])].join(', ');
