import { useState } from 'react';
import { AREA_NAMES, AREAS, type Area, type Scope } from '#contract/scopes.ts';
import { createToken } from '#contract/session/tokenCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { OwnPasswordField, useOwnPassword } from '#crud/fields/OwnPassword.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';

type Access = '' | 'read' | 'both';

const ACCESS = [
  { value: '', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'both', label: 'Read and write' },
];
const LIVES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

interface Props {
  onClose: () => void;
  /** Receives the secret, which the server sends once. */
  onMade: (secret: string) => void;
}

/** Asks for the token's name, scopes and end, and for the person's password. */
export function NewApiToken({ onClose, onMade }: Props) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [access, setAccess] = useState<Partial<Record<Area, Access>>>({});
  const { busy, send, refused, retyped } = useCommand();
  const own = useOwnPassword();
  const scopes = AREA_NAMES.flatMap((area): Scope[] => {
    const chosen = access[area] ?? '';
    return chosen === '' ? [] : chosen === 'read' ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
  });
  const make = async (close: () => void) => {
    const input = { name: name.trim(), scopes, days, hash_own: await own.hash() };
    const made = await send(createToken, input, 'API token created.', { fields: own.refuse });
    if (!made) return;
    close();
    onMade(made.secret);
  };
  return (
    <DialogForm
      title="Create API token"
      save="Create"
      icon="key"
      width="wide"
      ready={name.trim() !== '' && scopes.length > 0 && own.typed}
      busy={busy}
      onSave={make}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          value={name}
          error={refused.name}
          onChange={(value) => {
            setName(value);
            retyped('name');
          }}
          hint="What the program is, such as the till of a shop."
          required
        />
        <SelectField label="Ends" name="days" value={days} onChange={setDays} options={LIVES} required />
      </div>
      <fieldset>
        <legend className="mb-3 font-semibold">What the token may do</legend>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {AREA_NAMES.map((area) => (
            <SelectField
              key={area}
              label={AREAS[area]}
              name={area}
              value={access[area] ?? ''}
              onChange={(value) => setAccess((before) => ({ ...before, [area]: value as Access }))}
              options={ACCESS}
            />
          ))}
        </div>
      </fieldset>
      <OwnPasswordField {...own.field} />
    </DialogForm>
  );
}
