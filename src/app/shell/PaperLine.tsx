import { useSession } from '#crud/query/useSession.ts';
import { PaperMark } from '#ui/paper/Sheet.tsx';

/** The first line of a printed screen: whose paper it is, when it was printed and by whom. */
export function PaperLine() {
  return <PaperMark by={useSession().profile?.name} />;
}
