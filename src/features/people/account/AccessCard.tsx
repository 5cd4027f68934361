import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import type { Call } from '#contract/call.ts';
import { type Access, managerAccess, salesOfficerAccess } from '#contract/home/glanceCalls.ts';
import { Card } from '#ui/Card.tsx';
import { momentText } from '#ui/when.ts';
import { AccessLines } from '../../session/parts/AccessLines.tsx';

type AccessCall = Call<{ _id: (typeof managerAccess.input)['_id'] }, Access>;
const CALLS: Readonly<Record<'manager' | 'sales_officer', AccessCall>> = {
  manager: managerAccess,
  sales_officer: salesOfficerAccess,
};

/** Whether it is known that the person never signed in. */
export const useIsNew = (of: keyof typeof CALLS, id: string): boolean =>
  useQuery(queryFor(CALLS[of], { _id: id })).data?.data.last_seen === null;

/** What an account may do, and when the person was last seen. The card stands below the person's form. */
export function AccessCard({ of, id, role }: { of: 'manager' | 'sales_officer'; id: string; role: string }) {
  const answer = useQuery(queryFor(CALLS[of], { _id: id })).data?.data;
  return (
    <Card label="Access">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">What the role {role} may do</h2>
        <p className="min-h-5 text-sm text-ink-soft">
          {answer && (answer.last_seen === null ? 'Never signed in' : `Last seen ${momentText(answer.last_seen)}`)}
        </p>
      </div>
      <AccessLines permissions={answer?.permissions} />
    </Card>
  );
}
