import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { AREA_NAMES, AREAS, type Scope } from '#contract/scopes.ts';
import { type ApiToken, revokeToken, tokensOfUser } from '#contract/session/tokenCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ShownOnce } from '#crud/fields/ShownOnce.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { NewApiToken } from './NewApiToken.tsx';

/** The scopes of a token in words: one line for areas that it reads and writes, and one for areas that it only reads or only writes. */
function ScopeWords({ scopes }: { scopes: readonly Scope[] }) {
  const of = (read: boolean, write: boolean) =>
    AREA_NAMES.filter(
      (area) => scopes.includes(`${area}:read`) === read && scopes.includes(`${area}:write`) === write,
    ).map((area) => AREAS[area]);
  const lines = [
    ['Reads and writes', of(true, true)],
    ['Reads', of(true, false)],
    ['Writes', of(false, true)],
  ] as const;
  return lines.map(
    ([title, areas]) =>
      areas.length > 0 && (
        <span key={title} className="block text-sm text-ink-soft">
          <span className="font-semibold">{title}:</span> {areas.join('; ')}
        </span>
      ),
  );
}

function Tokens({ tokens, onRevoke }: { tokens: readonly ApiToken[]; onRevoke: (one: ApiToken) => void }) {
  const now = Date.now() / 1_000;
  return (
    <ul className="divide-y">
      {tokens.map((one) => (
        <li key={one._id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
          <span className="min-w-0 flex-1 basis-64">
            <span className="flex flex-wrap items-center gap-x-2 font-semibold [overflow-wrap:anywhere]">
              {one.name} {one.expires <= now && <Badge tone="bad">Expired</Badge>}
            </span>
            <ScopeWords scopes={one.scopes} />
            <span className="block text-sm text-ink-faint [overflow-wrap:anywhere]">
              <span className="font-mono">{one.hint}</span>, created {dayText(one.created)}, ends {dayText(one.expires)}
              , {one.last_used === null ? 'not used yet' : `last used ${momentText(one.last_used)}`}
            </span>
          </span>
          <ServerButton look="danger" aria-label={`Revoke ${one.name}`} onClick={() => onRevoke(one)}>
            Revoke
          </ServerButton>
        </li>
      ))}
    </ul>
  );
}

function Revoke({ one, onClose }: { one: ApiToken; onClose: () => void }) {
  const { busy, send } = useCommand();
  return (
    <DialogForm
      title={`Revoke ${one.name}?`}
      description="Programs with this token are refused from now on. A revoked token never works again."
      save="Revoke"
      look="danger"
      ready
      busy={busy}
      onSave={async (close) => {
        if (await send(revokeToken, { _id: one._id }, 'API token revoked.')) close();
      }}
      onClose={onClose}
    />
  );
}

/** The card with the tokens of one account. `after`: the content below the list. */
function TokenCard({ userId, about, none, after }: { userId: string; about: string; none: string; after?: ReactNode }) {
  const query = useQuery(queryFor(tokensOfUser, { user_id: userId }));
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  return (
    <Card label="API tokens">
      <h2 className="text-base font-semibold">API tokens</h2>
      <p className="mt-1 mb-4 text-ink-soft">{about}</p>
      <QueryBoundary query={query} rows={2}>
        {(tokens) => (
          <div className="flex flex-col gap-4">
            {tokens.length === 0 ? <p>{none}</p> : <Tokens tokens={tokens} onRevoke={setRevoking} />}
            {after}
          </div>
        )}
      </QueryBoundary>
      {revoking && <Revoke one={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  );
}

/** A person's own tokens: list, revoke, and make a token, whose secret is shown once. */
export function ApiTokens({ userId }: { userId: string }) {
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState('');
  return (
    <>
      <TokenCard
        userId={userId}
        about="With a token, a program works in your name without your password. It may do only what you choose, and never more than you."
        none="You have no API token."
        after={
          <div>
            <ServerButton icon="key" onClick={() => setIsMaking(true)}>
              Create API token
            </ServerButton>
          </div>
        }
      />
      {isMaking && <NewApiToken onClose={() => setIsMaking(false)} onMade={setSecret} />}
      {secret !== '' && (
        <ShownOnce
          title="Your API token"
          description="The token is shown only now. Keep it in a safe place: anybody who has it may do what you chose."
          label="API token"
          secret={secret}
          onClose={() => setSecret('')}
        />
      )}
    </>
  );
}

/** The tokens of another person, for administrators. */
export function TokensOf({ userId, name }: { userId: string; name: string }) {
  const { profile } = useSession();
  // People manage their own tokens on the profile.
  if (profile?.user_id === userId) return null;
  return (
    <Gate needs={['update_manager']}>
      <TokenCard
        userId={userId}
        about={`With these tokens programs work in the name of ${name}.`}
        none="No program has a token for this account."
      />
    </Gate>
  );
}
