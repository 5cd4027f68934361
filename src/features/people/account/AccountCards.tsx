import { Suspense } from 'react';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useRequestedDialog } from '#crud/useRequested.ts';

const AccessCard = lazyPart(() => import('./AccessCard.tsx'), 'AccessCard');
const RemovePasskeys = lazyPart(() => import('../lostDevice/RemovePasskeys.tsx'), 'RemovePasskeys');
const RevokeDeviceKeys = lazyPart(() => import('../lostDevice/RevokeDeviceKeys.tsx'), 'RevokeDeviceKeys');
const StarterPassword = lazyPart(() => import('./StarterPassword.tsx'), 'StarterPassword');
const TokensOf = lazyPart(() => import('../../session/parts/ApiTokens.tsx'), 'TokensOf');

interface Account {
  _id: string;
  user_id: string;
  name: string;
  role_name: string;
}

/** The cards below the form of a person with an account: how the person gets in, what the role may do, and what ends a lost device. */
export function AccountCards({ of, row }: { of: 'manager' | 'sales_officer'; row: Account }) {
  // The menu of a list leads here with the dialog open.
  const [asking, setAsking] = useRequestedDialog('password');
  const { _id, user_id, name, role_name } = row;
  return (
    <Suspense fallback={null}>
      <StarterPassword of={of} id={_id} userId={user_id} name={name} open={asking} onOpen={setAsking} />
      <AccessCard of={of} id={_id} role={role_name} />
      <RemovePasskeys userId={user_id} name={name} />
      <RevokeDeviceKeys userId={user_id} name={name} />
      <TokensOf userId={user_id} name={name} />
    </Suspense>
  );
}
