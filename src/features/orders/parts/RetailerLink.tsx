import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';

interface Props {
  _id: string;
  name: string;
  /** Which of his tabs. */
  tab: 'orders' | 'balance';
}

/** A retailer's name, and the way to him for who may go there (ORD-04); to others it is a name. */
export function RetailerLink({ _id, name, tab }: Props) {
  return useCan('view_buyers') ? <TextLink to={`/buyers/${_id}/${tab}`}>{name}</TextLink> : name;
}
