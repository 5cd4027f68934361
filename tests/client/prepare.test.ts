/** B11.1 "Prepare now": what is read to be kept is the server's word, however slow the line. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { expect, test, vi } from 'vitest';
import { queryClient, setReadStore } from '#client/reads/queries.ts';
import { partiesQuery } from '#features/stock/parts/parties.ts';
import { savedReads } from '#offline/reads/savedReads.ts';

let parties = ['Wuse Hub'];
vi.stubGlobal('fetch', async () => {
  await new Promise((resolve) => setTimeout(resolve, 60));
  return Response.json({
    code: 200,
    message: 'OK',
    data: parties.map((name) => ({ _id: name, name, status: 'active' })),
  });
});

test.each(['seller', 'distributor', 'sales_officer'] as const)(
  'a %s that is new since the last copy is prepared too, on a line slower than a screen waits',
  { tags: ['B11.1', 'SYNC-06'] },
  async (type) => {
    const slow = savedReads(
      () => 'ada',
      () => false,
      5,
    );
    setReadStore(slow);
    const reading = partiesQuery(type) as Parameters<typeof queryClient.fetchQuery>[0];
    const names = async (meta: Record<string, unknown>) => {
      const answer = (await queryClient.fetchQuery({ ...reading, staleTime: 0, meta })) as { data: { name: string }[] };
      return answer.data.map(({ name }) => name);
    };
    parties = ['Wuse Hub'];
    await names({ patient: true });
    parties = ['Wuse Hub', 'Lekki Hub'];
    expect(await names({ patient: true })).toEqual(parties);
  },
);
