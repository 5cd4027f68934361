import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { location } from '#contract/network/location.ts';
import { agent } from '#contract/people/agent.ts';
import { bankList } from '#contract/session/referenceCalls.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import type { FormState } from '#crud/form/useForm.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { type AgentSource, bankProblems, NO_ACCOUNT } from '#domain/agent.ts';
import { AGENT_SOURCES } from '#domain/choices.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDate } from '#domain/longTime.ts';
import { containsWords } from '#domain/text.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { dayText } from '#ui/when.ts';
import { ModelPicker, PhoneField, whatIsStored } from '../person.tsx';
import { SignUpAgent } from './SignUpAgent.tsx';
import { useSourceLabels } from './sourceLabels.ts';

const Referrals = lazyPart(() => import('./Referrals.tsx'), 'Referrals');
const AgentOverview = lazyPart(() => import('./AgentOverview.tsx'), 'AgentOverview');

type AgentRow = RowOf<typeof agent>;

const words = { one: 'Agent', many: 'Agents', none: 'No agents found', missing: 'Agent not found!' };
const path = '/agents';
const optionsOf = (labels: Readonly<Record<AgentSource, string>>) =>
  AGENT_SOURCES.map((source) => ({ value: source as string, label: labels[source] }));

/** The list of agents (AGT-01 to AGT-04). */
export function List() {
  const labels = useSourceLabels();
  return (
    <ListScreen
      of={agent}
      words={words}
      path={path}
      create="signup"
      openIn={OVERVIEW}
      filters={{ source: '' }}
      filterBar={({ state, set }) => (
        <FilterSelect
          many
          label="Source"
          value={state.filters.source ?? ''}
          onChange={(source) => set({ source })}
          blank="All sources"
          options={optionsOf(labels)}
        />
      )}
      actions={
        <Link to={`${path}/report`} className={buttonClasses('plain')}>
          <Icon name="chart" /> Report
        </Link>
      }
      columns={[
        'name',
        {
          title: 'Status',
          card: 'state',
          cell: (row) =>
            row.user_id ? (
              <Badge tone="good">Signed Up</Badge>
            ) : (
              <span className="inline-flex items-center gap-3">
                <Badge>Created</Badge>
                <SignUpAgent agent={row} />
              </span>
            ),
        },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Location', grow: true, aside: 1, cell: (row) => row.location.name },
        {
          title: 'Bank',
          word: 'Account',
          grow: true,
          cell: (row) =>
            row.bank === NO_ACCOUNT ? (
              NO_VALUE
            ) : (
              <span className="beside">
                <span className="cut" title={row.bank_name}>
                  {row.bank_name}
                </span>
                <span className="figures">{row.account}</span>
              </span>
            ),
        },
        {
          title: 'Joined',
          word: 'Joined',
          sort: 'created',
          aside: 2,
          card: 'time',
          cell: (row) => dayText(row.created),
        },
      ]}
      rowActions={{
        title: 'Edit',
        of: (row) => row.name,
      }}
      sheet={{
        name: 'Agents',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Status', value: (row) => (row.user_id ? 'Signed Up' : 'Created') },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Source', value: (row) => labels[row.source] },
          { title: 'Location', value: (row) => row.location.name },
          { title: 'Bank', value: (row) => row.bank_name || NO_ACCOUNT },
          { title: 'Account', value: (row) => row.account },
          { title: 'Joined', value: (row) => showDate(row.created) },
        ],
      }}
    />
  );
}

const ReferralsOf = ({ id }: { id: string }) => (
  <Suspense fallback={null}>
    <Referrals agentId={id} />
  </Suspense>
);

const PAGE = {
  title: (row: AgentRow) => row.name,
  note: (row: AgentRow) => (
    <>
      Agent, {row.location.name}. <PhoneLink phone={row.phone} />
      {row.status === 'inactive' && '. Inactive'}
    </>
  ),
  overview: (row: AgentRow) => (
    <Suspense fallback={null}>
      <AgentOverview id={row._id} />
      <ReferralsOf id={row._id} />
    </Suspense>
  ),
  below: (_row: AgentRow, referrals: ReactNode) => referrals,
  toForm: 'Edit agent',
  narrow: true,
};

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of an agent (AGT-05, AGT-08 to AGT-12, AGT-19). The documents' fixed default hash is sent, but the server never uses it (F11). */
function Form({ id }: { id?: string }) {
  const labels = useSourceLabels();
  return (
    <FormScreen
      of={agent}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', phone: '', source: '', bank: '', account: '', location_id: '', status: 'active' }}
      check={bankProblems}
      also={(row) => (row ? { user_id: row.user_id ?? '' } : { hash: 'default' })}
      aside={(row) => <ReferralsOf id={row._id} />}
      page={PAGE}
    >
      {(form, mode, row) => (
        <>
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <PhoneField fixed={mode === 'update'} {...form.field('phone')} />
          <ModelPicker of={location} label="Location" stored={row?.location} {...form.field('location_id')} />
          <SelectField
            label="Source"
            blank="Choose a source"
            options={optionsOf(labels)}
            {...form.field('source')}
            // An agency has no account, so both fields get a dash. Choosing another source empties them.
            onChange={(source) =>
              form.set({
                source,
                ...(isAgency(source)
                  ? { bank: NO_ACCOUNT, account: NO_ACCOUNT }
                  : isAgency(form.values.source)
                    ? { bank: '', account: '' }
                    : {}),
              })
            }
          />
          {!isAgency(form.values.source) && <BankFields form={form} row={row} />}
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

const isAgency = (source: string | undefined) => source === ('AGENCY' satisfies AgentSource);

function BankFields({ form, row }: { form: FormState; row: RowOf<typeof agent> | null }) {
  const banks = useQuery(queryFor(bankList, {}));
  return (
    <>
      <Picker
        label="Bank"
        options={
          banks.data
            ? banks.data.data.data.map((bank) => ({ value: bank.code, label: bank.name }))
            : whatIsStored(row && row.bank !== NO_ACCOUNT ? { _id: row.bank, name: row.bank_name } : null)
        }
        matches={(option, text) => containsWords(option.label, text)}
        {...form.field('bank')}
        required
        placeholder="Choose a bank"
        {...choiceState(banks)}
      />
      <TextField label="Account No." inputMode="numeric" autoComplete="off" {...form.field('account')} required />
    </>
  );
}
