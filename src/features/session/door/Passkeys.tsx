import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { canUsePasskeys } from '#client/session/passkeys.ts';
import { confirmSession } from '#client/session/session.ts';
import { myPasskeys, type Passkey, passkeyRemovalRead } from '#contract/session/passkeyCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { AddPasskey, CodesDialog, NewCodes, RemovePasskey, RenamePasskey } from './passkeyDialogs.tsx';

type PasskeyDialog = { what: 'add' | 'codes' } | { what: 'rename' | 'remove'; one: Passkey };

interface Props {
  /** Called after the first passkey is registered and its recovery codes were shown. */
  onFirst?: () => void;
  after?: ReactNode;
}

/** A person's own passkeys: list, add, rename, remove, and new recovery codes (security S7). */
export function Passkeys({ onFirst, after }: Props) {
  const query = useQuery(queryFor(myPasskeys, {}));
  const { send: write, busy } = useCommand();
  const [dialog, setDialog] = useState<PasskeyDialog | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setDialog(null);
  const kept = () => {
    setCodes(null);
    onFirst?.();
  };
  const read = async () => {
    await write(passkeyRemovalRead, {});
    await confirmSession();
  };
  return (
    <Card label="Passkeys">
      <h2 className="text-base font-semibold">Passkeys</h2>
      <p className="mt-1 mb-4 text-ink-soft">
        A passkey is a second step after your password: the fingerprint, face or PIN of your device, or a security key.
      </p>
      <QueryBoundary query={query} rows={2}>
        {(data) => (
          <div className="flex flex-col gap-4">
            {data.removed && (
              <Notice tone="wait" icon="alert">
                <span className="block">
                  {data.removed.by} removed your passkeys and ended your sessions on {momentText(data.removed.at)}. If
                  you did not ask for that, change your password and tell an administrator.
                </span>
                <Button busy={busy} onClick={() => void read()}>
                  I have read this
                </Button>
              </Notice>
            )}
            {data.passkeys.length === 0 && !data.removed && <p>You have no passkey yet.</p>}
            <ul className="flex flex-col gap-2">
              {data.passkeys.map((one) => (
                <li key={one._id} className="flex flex-wrap items-center justify-between gap-2">
                  <span>
                    <span className="block font-semibold [overflow-wrap:anywhere]">{one.name}</span>
                    <span className="text-sm text-ink-faint">
                      Added {dayText(one.created)},{' '}
                      {one.last_used === null ? 'not used yet' : `last used ${momentText(one.last_used)}`}
                    </span>
                  </span>
                  <span className="flex gap-2">
                    <ServerButton aria-label={`Rename ${one.name}`} onClick={() => setDialog({ what: 'rename', one })}>
                      Rename
                    </ServerButton>
                    <ServerButton
                      look="danger"
                      aria-label={`Remove ${one.name}`}
                      onClick={() => setDialog({ what: 'remove', one })}
                    >
                      Remove
                    </ServerButton>
                  </span>
                </li>
              ))}
            </ul>
            {!canUsePasskeys() && (
              <Notice tone="wait" icon="alert">
                This browser cannot use passkeys at this address. Open the app at its usual https address.
              </Notice>
            )}
            <div className="flex flex-wrap items-center gap-2">
              <ServerButton icon="key" disabled={!canUsePasskeys()} onClick={() => setDialog({ what: 'add' })}>
                Add passkey
              </ServerButton>
              {data.passkeys.length > 0 && (
                <ServerButton onClick={() => setDialog({ what: 'codes' })}>
                  New recovery codes ({data.codes_left} left)
                </ServerButton>
              )}
              {after}
            </div>
          </div>
        )}
      </QueryBoundary>
      {dialog?.what === 'add' && (
        <AddPasskey
          name={`Passkey ${(query.data?.data.passkeys.length ?? 0) + 1}`}
          onClose={close}
          onAdded={async (fresh) => {
            setCodes(fresh);
            await invalidateAll();
            if (!fresh) onFirst?.();
          }}
        />
      )}
      {dialog?.what === 'codes' && <NewCodes onClose={close} onMade={setCodes} />}
      {dialog?.what === 'rename' && <RenamePasskey one={dialog.one} onClose={close} />}
      {dialog?.what === 'remove' && <RemovePasskey one={dialog.one} onClose={close} />}
      {codes && <CodesDialog codes={codes} onClose={kept} />}
    </Card>
  );
}
