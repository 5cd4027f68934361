import { isWithoutAnswer } from '#crud/query/Saved.tsx';
import { useContact } from '#crud/query/useSession.ts';

/** Whether a part is neither stored on this device nor to be read now. Such a part is left out, and one sentence says so for all of them. */
export function useIsMissing({
  data,
  error,
  isPending,
}: {
  data: unknown;
  error: unknown;
  isPending: boolean;
}): boolean {
  const { online } = useContact();
  return !data && !isPending && !online && isWithoutAnswer(error);
}
