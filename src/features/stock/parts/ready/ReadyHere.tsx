import { useSession } from '#crud/query/useSession.ts';
import { KINDS } from '#domain/transfer.ts';
import { Ready } from './ready.tsx';

/** One quiet line of the home: whether this tablet works without a network, by the first kind of transfer that the person makes. It has a button only where loading did not work. */
export function ReadyHere() {
  const { profile } = useSession();
  const kind = Object.values(KINDS).find((one) => profile?.permissions.includes(one.permission));
  return kind ? <Ready kind={kind} begins={false} /> : null;
}
