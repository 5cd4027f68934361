import { isPlain } from '#client/server/shown.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { roleName } from '#domain/permissions.ts';
import { AccessLines } from '../../session/parts/AccessLines.tsx';

/** Under the role of a new account: what the role may do, and how its person gets in. On the page of a stored account the card "Access" says it. */
export function RoleRights({ role }: { role: string }) {
  if (isPlain()) return null;
  return (
    // Without a name of its own, which would hold the word of the field above.
    <div className="rounded-card bg-surface-sunken px-4 py-3">
      {role === '' ? (
        <p className="text-sm text-ink-soft">Choose a role to see what it may do.</p>
      ) : (
        <>
          <h2 className="text-sm font-semibold">What the role {roleName(role)} may do</h2>
          <AccessLines permissions={permissionsOf(role)} />
        </>
      )}
      <p className="mt-2 text-sm text-ink-soft">
        After “Create”, press “Create starter password” and give the password to the person. They sign in with the email
        and choose their own password.
      </p>
    </div>
  );
}
