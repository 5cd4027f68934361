import { emptyTexts } from '#crud/texts.ts';

/** How often a retailer orders, in words. `every`: the days between two orders, null before there are two. */
export function oftenText({ orders, every }: { orders: number; every: number | null }): string {
  if (orders === 0) return emptyTexts.none;
  if (every === null) return 'One order';
  if (every < 1.5) return 'Every day';
  if (every < 21) return `Every ${Math.round(every)} days`;
  return every < 60 ? `Every ${Math.round(every / 7)} weeks` : `Every ${Math.round(every / 30)} months`;
}
