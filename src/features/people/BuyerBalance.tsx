import { useNavigate } from '@tanstack/react-router';
import { useSearchValues } from '#crud/address.ts';
import { parseMoney } from '#domain/money.ts';
import { BalanceHistory } from '../wallet/parts/BalanceHistory.tsx';

/**
 * The wallet of a retailer. "New Deposit" on a home opens the deposit dialog (`act=deposit`) with the sum that the retailer owes outside orders (`sum`,
 * naira).
 */
export function BuyerBalance({ buyerId }: { buyerId: string }) {
  const search = useSearchValues();
  const navigate = useNavigate();
  const sum = search.act === 'deposit' ? parseMoney(search.sum ?? '') : null;
  return (
    <BalanceHistory
      head="buyer"
      owner={buyerId}
      expects={{
        payer: 'retailer',
        cash: null,
        handsIn: sum,
        onClosed: () =>
          void navigate({ to: '.', search: { ...search, act: undefined, sum: undefined }, replace: true }),
      }}
    />
  );
}
