import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { officerFigures } from '#contract/home/homeCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { koboOf } from '#domain/money.ts';
import { BalanceHistory } from '../wallet/parts/BalanceHistory.tsx';

/** The wallet of a delivery associate. "New Deposit" on a home opens the deposit dialog (`act=deposit`) with the cash to hand in. */
export function OfficerBalance({ officerId }: { officerId: string }) {
  const search = useSearchValues();
  const navigate = useNavigate();
  const figures = useQuery(queryFor(officerFigures, { sales_officer_id: officerId }));
  const answer = figures.data?.data;
  const opensDeposit = search.act === 'deposit';
  // The dialog reads the figure once. A deposit changes the figure while its dialog is still open.
  const [handsIn, setHandsIn] = useState<number | null>(null);
  if (opensDeposit && handsIn === null && answer && !figures.isFetching) setHandsIn(koboOf(answer.cash));
  return (
    <BalanceHistory
      head="sales_officer"
      owner={officerId}
      isShownElsewhere
      expects={{
        payer: 'associate',
        cash: answer ? koboOf(answer.cash) : null,
        handsIn: opensDeposit ? handsIn : null,
        onClosed: () => void navigate({ to: '.', search: { ...search, act: undefined }, replace: true }),
      }}
    />
  );
}
