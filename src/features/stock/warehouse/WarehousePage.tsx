import type { ReactNode } from 'react';
import type { RowOf } from '#contract/model.ts';
import { logsOf } from '#contract/stock/stockCalls.ts';
import type { warehouse } from '#contract/stock/warehouse.ts';
import { useGo } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { ListStep } from '#crud/list/ListStep.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { RECORD_RIGHTS } from '#domain/records.ts';
import { PARTY_LABEL } from '#domain/transfer.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Glance } from './Glance.tsx';

const STOCK = { key: 'stock', title: 'Stock' } as const;
const MOVEMENTS = { key: 'movements', title: 'Movements' } as const;
const DAYS = { key: 'days', title: 'Value by day' } as const;
const DETAILS = { key: 'details', title: 'Details' } as const;

type WarehouseTab = 'stock' | 'movements' | 'days' | 'details';

/**
 * The page of a warehouse (decision 0401). The documents give it two addresses: `/products` for the tabs to read, and `/update` for the tab with the form.
 * `tab`: the tab that the address names.
 */
export function WarehousePage({
  id,
  row,
  tab,
  children,
}: {
  id: string;
  row: RowOf<typeof warehouse> | undefined;
  tab: string;
  children: (open: WarehouseTab) => ReactNode;
}) {
  const go = useGo();
  const seesLogs = useMayAsk(logsOf);
  const mayChange = useCan(RECORD_RIGHTS.warehouse.update);
  // The tab of days uses the words of a hub, such as "issued" for goods to an associate. So only hubs have this tab.
  const isHub = row?.parent_type === 'seller';
  const tabs = [
    STOCK,
    ...(seesLogs ? [MOVEMENTS] : []),
    ...(isHub || !row ? [DAYS] : []),
    ...(mayChange ? [DETAILS] : []),
  ];
  const open = tabs.find(({ key }) => key === tab)?.key ?? 'stock';
  return (
    <Page
      title={row ? row.parent.name : 'Warehouse'}
      note={
        row &&
        (row.parent_type === 'sales_officer'
          ? 'Warehouse of a delivery associate. Quantity: issued and not returned. In hand: what is left after sales.'
          : `Warehouse of a ${PARTY_LABEL[row.parent_type].toLowerCase()}`)
      }
      actions={
        <>
          <ListStep id={id} />
          <Gate needs={['adjust_stock']}>
            <Link to={`/warehouses/${id}/opening`} className={buttonClasses('plain')}>
              <Icon name="count" /> Count stock
            </Link>
          </Gate>
        </>
      }
    >
      <Glance id={id} isHub={isHub} />
      <Tabs
        label="Warehouse"
        tabs={tabs}
        current={open}
        onPick={(key) => {
          if (key === 'details') void go(`/warehouses/${id}/update`, { replace: true });
          else void go(`/warehouses/${id}/products`, { search: key === 'stock' ? {} : { tab: key }, replace: true });
        }}
      />
      {children(open)}
    </Page>
  );
}
