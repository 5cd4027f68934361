import { TextLink } from '#crud/Link.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import { useCan } from '#crud/query/useSession.ts';

interface Props {
  _id: string;
  name: string;
  /** The tab of the retailer's screen. */
  tab: 'orders' | 'balance';
  /** The link is the main link of a row: pressing the row opens the retailer. */
  row?: boolean;
}

/** A retailer's name. It is a link for people who may open the retailer (ORD-04). */
export function RetailerLink({ _id, name, tab, row = false }: Props) {
  const Name = row ? RowLink : TextLink;
  return useCan('view_buyers') ? <Name to={`/buyers/${_id}/${tab}`}>{name}</Name> : name;
}
