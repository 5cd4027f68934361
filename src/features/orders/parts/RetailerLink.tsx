import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';

interface Props {
  _id: string;
  name: string;
  /** The tab of the retailer's screen. */
  tab: 'orders' | 'balance';
}

/** A retailer's name, as a link for people who may open the retailer (ORD-04). */
export function RetailerLink({ _id, name, tab }: Props) {
  return useCan('view_buyers') ? <TextLink to={`/buyers/${_id}/${tab}`}>{name}</TextLink> : name;
}
