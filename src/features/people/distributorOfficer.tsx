import { distributorOfficer } from '#contract/people/distributorOfficer.ts';
import { DetailScreen, SideCard } from '#crud/detail/DetailScreen.tsx';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { BalanceHistory } from '../wallet/parts/BalanceHistory.tsx';
import { VirtualAccountTab } from '../wallet/parts/VirtualAccountTab.tsx';
import { ROLE_LABEL } from './distributorOfficers.tsx';
import { CallButton } from './person.tsx';
import { peopleTexts } from './texts.ts';

const path = '/distributor-officers';

/** The detail screen of a distributor's officer (DOFF-06 to DOFF-08). */
export function Screen() {
  return (
    <DetailScreen
      of={distributorOfficer}
      words={{ one: 'Distributor Officer', missing: peopleTexts.noDistributorOfficer }}
      path={path}
      tabs={[
        {
          key: 'balance',
          title: 'Balance History',
          alone: true,
          body: (row) => <BalanceHistory head="distributor_officer" owner={row._id} />,
        },
        {
          key: 'virtual-account',
          title: 'Virtual Account',
          needs: [SEES_BANK_DETAILS],
          body: (row) => <VirtualAccountTab head="distributor_officer" owner={row._id} />,
        },
        {
          key: 'activity',
          title: 'Activity',
          needs: ['view_audit_log'],
          body: (row) => <HistoryPanel model="distributor_officer" row={row} opened />,
        },
      ]}
      side={(row) => (
        <SideCard
          row={row}
          facts={[
            ['Phone', <PhoneLink key="phone" phone={row.phone} inLine />],
            ['Role', ROLE_LABEL[row.role]],
            ['Distributor', row.distributor.name],
            ['Email', row.email],
          ]}
          actions={
            <>
              <Gate needs={['update_distributor_officer']}>
                <EditLink to={`${path}/${row._id}/update`} />
              </Gate>
              <CallButton phone={row.phone} />
            </>
          }
        />
      )}
    />
  );
}
