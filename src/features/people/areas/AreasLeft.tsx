import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { area } from '#contract/people/area.ts';
import type { salesOfficer } from '#contract/people/salesOfficer.ts';
import type { FormState } from '#crud/form/useForm.ts';
import { useContact } from '#crud/query/useSession.ts';
import { areaTexts } from '#crud/texts.ts';
import { Notice } from '#ui/feedback/States.tsx';

/** The most areas that are named. Further ones are counted. */
const NAMED = 3;

/**
 * Warns before saving which areas lose their rep when an associate's role, status or hub changes (AREA-12). Shows nothing when that is unknown:
 * offline, or when the server refuses.
 */
export function AreasLeft({ values, row }: { values: FormState['values']; row: RowOf<typeof salesOfficer> }) {
  const { online } = useContact();
  const leaves = (['role', 'status', 'seller_id'] as const).some((name) => values[name] && values[name] !== row[name]);
  const query = useQuery({
    ...pageQuery(area, { sales_officer_id: row._id, page: 1, per_page: NAMED }),
    enabled: leaves && online,
    staleTime: 0,
  });
  const answer = query.data;
  if (!leaves || !online || !answer || answer.copy || answer.data.total === 0) return null;
  const { rows, total } = answer.data;
  return (
    <Notice tone="wait" icon="alert">
      {areaTexts.left(
        rows.map((one) => one.name),
        total - rows.length,
      )}
    </Notice>
  );
}
