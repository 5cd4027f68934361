import { useQueryClient } from '@tanstack/react-query';
import { type PageOf, pageQuery } from '#client/reads/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { type LeftRow, useLeftList } from './leftList.ts';

/** `useLeftList` of a list that reads pages of a model. `input`: the fields of the read without the page. `rowOf`: null where rows do not open. */
export function useLeftPage<M extends Model>(
  model: M,
  input: Readonly<Record<string, unknown>>,
  { page, per_page }: { page: number; per_page: number },
  answer: Pick<PageOf<M>, 'rows' | 'total'> | undefined,
  rowOf: ((row: RowOf<M>) => LeftRow) | null,
): void {
  const client = useQueryClient();
  useLeftList(
    answer && rowOf
      ? {
          rows: answer.rows.map(rowOf),
          before: (page - 1) * per_page,
          total: answer.total,
          read: async (next) => {
            const answer = await client.fetchQuery(pageQuery<M>(model, { ...input, ...next }));
            return answer.data.rows.map(rowOf);
          },
        }
      : null,
  );
}
