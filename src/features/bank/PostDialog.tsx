import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { searchEverywhere } from '#contract/search/searchCalls.ts';
import { type KeptCredit, postKept } from '#contract/wallet/bankCalls.ts';
import { WALLET_HEADS, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { shownNote } from '#domain/found.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { nairaOf } from './shown.ts';

const HEAD_WORDS: Readonly<Record<WalletHead, string>> = {
  buyer: 'Retailer',
  sales_officer: 'Sales officer',
  distributor: 'Distributor',
  distributor_officer: 'Distributor officer',
};

/** Posts a credit to the wallet of its account. When no wallet has the account, the person chooses one. */
export function PostDialog({ kept, onClose }: { kept: KeptCredit; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const { busy, send: write, refused, retyped } = useCommand();
  const search = text.trim();
  const found = useQuery({
    ...queryFor(searchEverywhere, { query: search }),
    enabled: kept.owner === null && search.length >= 2,
  });
  const options = (found.data?.data ?? []).flatMap((one) => {
    const head = WALLET_HEADS.find((known) => known === one.model);
    return head
      ? [
          {
            value: `${head} ${one._id}`,
            label: [one.title, shownNote(one), HEAD_WORDS[head]].filter(Boolean).join(', '),
          },
        ]
      : [];
  });
  const post = async () => {
    const [head = '', owner = ''] = chosen.split(' ');
    const body = { _id: kept._id, ...(kept.owner ? {} : { head, owner }) };
    if (await write(postKept, body, 'Credit posted.')) onClose();
  };
  const value = kept.value ? nairaOf(kept.value) : '';
  return (
    <DialogForm
      onClose={onClose}
      title="Post credit"
      description={
        kept.owner
          ? `${value} goes to the wallet of ${kept.owner.name}. It cannot be taken back.`
          : `${value} goes to the wallet that you choose. It cannot be taken back.`
      }
      save={`Post ${value}`}
      ready={kept.owner !== null || chosen !== ''}
      busy={busy}
      onSave={post}
    >
      {kept.owner === null && (
        <>
          <TextField
            label="Name or phone"
            autoComplete="off"
            value={text}
            onChange={(next) => {
              setText(next);
              setChosen('');
            }}
            hint="Whose money is it? Type at least 2 letters."
          />
          <SelectField
            label="Wallet"
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              retyped('owner');
            }}
            blank={
              search.length < 2
                ? 'Search by name or phone first'
                : options.length === 0
                  ? 'No match'
                  : 'Choose a wallet'
            }
            options={options}
            error={refused.owner}
            required
          />
        </>
      )}
    </DialogForm>
  );
}
