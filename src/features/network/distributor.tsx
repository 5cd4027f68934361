import { distributor } from '#contract/network/distributor.ts';
import { DetailScreen, SideCard } from '#crud/detail/DetailScreen.tsx';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { BalanceHistory } from '../wallet/parts/BalanceHistory.tsx';
import { BankDetails } from './BankDetails.tsx';
import { DistributorGlance } from './DistributorGlance.tsx';

const path = '/distributors';

/** The detail screen of a distributor (DIST-10 to DIST-12). */
export function Screen() {
  return (
    <DetailScreen
      of={distributor}
      words={{ one: 'Distributor' }}
      path={path}
      tabs={[
        {
          key: 'balance',
          title: 'Balance History',
          alone: true,
          body: (row) => <BalanceHistory head="distributor" owner={row._id} />,
        },
        {
          key: 'bank-account',
          title: 'Bank Details',
          needs: [SEES_BANK_DETAILS],
          body: (row) => <BankDetails distributor={row} />,
        },
        {
          key: 'activity',
          title: 'Activity',
          needs: ['view_audit_log'],
          body: (row) => <HistoryPanel model="distributor" row={row} opened />,
        },
      ]}
      glance={(row) => <DistributorGlance id={row._id} />}
      side={(row) => (
        <SideCard
          row={row}
          facts={[
            ['Address', row.address],
            ['Hub', row.sellers.map((hub) => hub.name).join(', ')],
            ['Products', row.product_count],
            ['Status', <StatusBadge key="status" status={row.status} />],
          ]}
          actions={
            <>
              <Gate needs={['update_distributor']}>
                <EditLink to={`${path}/${row._id}/update`} />
              </Gate>
              <a
                className={buttonClasses('plain')}
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(row.address)}`}
                target="_blank"
                rel="noreferrer"
              >
                <Icon name="pin" /> Locate
              </a>
            </>
          }
        />
      )}
    />
  );
}
