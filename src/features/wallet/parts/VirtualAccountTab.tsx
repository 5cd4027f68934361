import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { services } from '#contract/settings/serviceCalls.ts';
import { ledgerOfOwner, type VirtualAccount, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { Simulated } from '#crud/fields/Simulated.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import type { Permission } from '#domain/permissions.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { NewVirtualAccount } from './NewVirtualAccount.tsx';
import { SimulateCredit } from './SimulateCredit.tsx';

/** The bank account of a wallet, or the button that opens one (LED-10). */
export function VirtualAccountTab({ head, owner }: { head: WalletHead; owner: string }) {
  const query = useQuery(queryFor(ledgerOfOwner, { head, subhead: 'wallet', owner }));
  const [asking, setAsking] = useState(false);
  const mayCreate = useCan(`update_${head}` satisfies Permission);
  // Without a bank the form is not offered, so that nobody types a BVN in vain.
  const noBank = useQuery(queryFor(services, {})).data?.data.bank === 'none';
  return (
    <Card padded={false} label="Virtual Account">
      <h2 className="border-b px-5 py-3 text-base font-semibold">Virtual Account</h2>
      <QueryBoundary query={query} rows={3}>
        {({ ledger_tags: { virtual_account: account } }) =>
          account ? (
            <Account account={account} />
          ) : (
            <EmptyState scene="find" title="No virtual account found">
              {noBank && <p>No bank is set up on this server, so no account can be opened.</p>}
              {mayCreate && !noBank && (
                <ServerButton look="primary" icon="plus" onClick={() => setAsking(true)}>
                  Create virtual account
                </ServerButton>
              )}
            </EmptyState>
          )
        }
      </QueryBoundary>
      {asking && <NewVirtualAccount head={head} owner={owner} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Account({ account }: { account: VirtualAccount }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(account.account_number);
      toast('good', 'Account number copied!');
    } catch {
      toast('bad', 'This browser does not allow copying. Select the number and copy it yourself.');
    }
  };
  return (
    <div className="flex flex-col gap-5 p-5">
      {account.bank.code === 'SIM' && <Simulated>No bank knows this account.</Simulated>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="text-sm text-ink-faint">Account number</p>
          <p className="figures text-2xl font-semibold tracking-wide">{account.account_number}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {account.bank.code === 'SIM' && <SimulateCredit accountNumber={account.account_number} />}
          <Button icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {(
          [
            ['Account name', account.account_name],
            ['Bank', account.bank.name],
            ['Updated', <Moment key="updated" at={account.updated_at} />],
          ] as const
        ).map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </div>
  );
}
