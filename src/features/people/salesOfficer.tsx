import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { DetailScreen, SideCard } from '#crud/detail/DetailScreen.tsx';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Link } from '#crud/Link.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { BalanceHistory } from '../wallet/parts/BalanceHistory.tsx';
import { Owed } from '../wallet/parts/Owed.tsx';
import { VirtualAccountTab } from '../wallet/parts/VirtualAccountTab.tsx';
import { AssociateSum } from './AssociateMoney.tsx';
import { OfficerBalance } from './OfficerBalance.tsx';
import { OfficerGlance } from './OfficerGlance.tsx';
import { CallButton } from './person.tsx';
import { peopleTexts } from './texts.ts';

const path = '/sales-officers';
const isRep = ({ role }: { role: string }) => role === 'sales_officer.rep';

/** The detail screen of a sales officer (SO-11 to SO-13). */
export function Screen() {
  return (
    <DetailScreen
      of={salesOfficer}
      words={{ one: 'Sales Officer', missing: peopleTexts.noSalesOfficer }}
      path={path}
      note={(row) => `${row.role_name}, ${row.seller.name}`}
      tabs={[
        {
          key: 'balance',
          title: 'Balance History',
          alone: true,
          body: (row) =>
            isRep(row) ? (
              <OfficerBalance officerId={row._id} />
            ) : (
              <BalanceHistory head="sales_officer" owner={row._id} />
            ),
        },
        {
          key: 'virtual-account',
          title: 'Virtual Account',
          needs: [SEES_BANK_DETAILS],
          body: (row) => <VirtualAccountTab head="sales_officer" owner={row._id} />,
        },
        {
          key: 'activity',
          title: 'Activity',
          needs: ['view_audit_log'],
          body: (row) => <HistoryPanel model="sales_officer" row={row} opened />,
        },
      ]}
      glance={(row) => isRep(row) && <OfficerGlance officerId={row._id} />}
      side={(row) => (
        <SideCard
          row={row}
          facts={[
            ['Role', row.role_name],
            ['Hub', row.seller.name],
            ['Phone', <PhoneLink key="phone" phone={row.phone} inLine />],
            ['Email', row.email],
            [
              'Wallet balance',
              isRep(row) ? (
                <AssociateSum key="wallet" officerId={row._id} balance={row.wallet_balance} />
              ) : (
                <Owed key="wallet" balance={row.wallet_balance} />
              ),
            ],
          ]}
          actions={
            <>
              <Gate needs={['update_sales_officer']}>
                <EditLink to={`${path}/${row._id}/update`} />
              </Gate>
              <CallButton phone={row.phone} />
              <Gate needs={['update_category']}>
                <Link to={`${path}/${row._id}/buyers`} className={buttonClasses('plain')}>
                  <Icon name="people" /> Retailers
                </Link>
              </Gate>
            </>
          }
        />
      )}
    />
  );
}
