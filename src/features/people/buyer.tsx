import { buyer } from '#contract/people/buyer.ts';
import { DetailScreen, SideCard } from '#crud/detail/DetailScreen.tsx';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { CATEGORY_LABEL } from '#domain/buyerCategory.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { BuyerCart } from '../orders/parts/BuyerCart.tsx';
import { BuyerOrders } from '../orders/parts/BuyerOrders.tsx';
import { VirtualAccountTab } from '../wallet/parts/VirtualAccountTab.tsx';
import { BuyerBalance } from './BuyerBalance.tsx';
import { BuyerGlance, BuysMost, ServedBy, TakeOrder } from './BuyerGlance.tsx';
import { CallButton } from './person.tsx';
import { peopleTexts } from './texts.ts';

const path = '/buyers';

/** The detail screen of a retailer (BUY-03). B7.4 defines its tabs. */
export function Screen() {
  return (
    <DetailScreen
      of={buyer}
      words={{ one: 'Retailer', missing: peopleTexts.noBuyer }}
      path={path}
      tabs={[
        {
          key: 'orders',
          title: 'Orders',
          needs: ['view_orders'],
          body: (row) => <BuyerOrders buyerId={row._id} />,
        },
        {
          key: 'cart',
          title: 'Cart',
          needs: ['buyer_cart'],
          body: (row) => <BuyerCart buyerId={row._id} />,
          first: true,
        },
        { key: 'balance', title: 'Balance History', alone: true, body: (row) => <BuyerBalance buyerId={row._id} /> },
        {
          key: 'virtual-account',
          title: 'Virtual Account',
          needs: [SEES_BANK_DETAILS],
          body: (row) => <VirtualAccountTab head="buyer" owner={row._id} />,
        },
        {
          key: 'activity',
          title: 'Activity',
          needs: ['view_audit_log'],
          body: (row) => <HistoryPanel model="buyer" row={row} opened />,
        },
      ]}
      actions={(row) => <TakeOrder row={row} />}
      glance={(row) => <BuyerGlance row={row} />}
      below={(row) => <BuysMost row={row} />}
      side={(row) => (
        <>
          <SideCard
            row={row}
            facts={[
              ['Retailer', row.person || NO_VALUE],
              ['Phone', <PhoneLink key="phone" phone={row.phone} inLine />],
              ['Location', row.location.name],
              ['Store type', row.store_type.name],
              ['Category', CATEGORY_LABEL[row.category]],
              ...(row.agent ? [['Agent', row.agent.name] as const] : []),
            ]}
            actions={
              <>
                <Gate needs={['update_buyer']}>
                  <EditLink to={`${path}/${row._id}/update`} />
                </Gate>
                <CallButton phone={row.phone} />
              </>
            }
          />
          <ServedBy buyerId={row._id} />
        </>
      )}
    />
  );
}
