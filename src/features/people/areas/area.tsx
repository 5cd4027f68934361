import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allQuery, linkedQuery, writeModel } from '#client/reads/queries.ts';
import { newUuid } from '#client/uuid.ts';
import type { RowOf } from '#contract/model.ts';
import { location } from '#contract/network/location.ts';
import { area, locationArea } from '#contract/people/area.ts';
import { DetailScreen, SideCard } from '#crud/detail/DetailScreen.tsx';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { SwitchGrid } from '#crud/fields/SwitchGrid.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { peopleTexts } from '../texts.ts';
import { DuplicateArea } from './DuplicateArea.tsx';

const path = '/areas';
type Area = RowOf<typeof area>;

/** The detail screen of an area (AREA-04 to AREA-06). */
export function Screen() {
  return (
    <DetailScreen
      of={area}
      words={{ one: 'Area', missing: peopleTexts.noArea }}
      path={path}
      tabs={[
        { key: 'locations', title: 'Locations', body: (row) => <Locations area={row} /> },
        {
          key: 'activity',
          title: 'Activity',
          needs: ['view_audit_log'],
          body: (row) => <HistoryPanel model="area" row={row} opened />,
        },
      ]}
      side={(row) => <Side area={row} />}
    />
  );
}

function Side({ area: row }: { area: Area }) {
  const [copying, setCopying] = useState(false);
  return (
    <>
      <SideCard
        row={row}
        facts={[
          ['Manufacturer', row.manufacturer.name],
          ['Distributor', row.seller.name],
          ['Sales rep', row.sales_officer?.name ?? NO_VALUE],
          ['Phone', <PhoneLink key="phone" phone={row.phone} inLine />],
          ['Status', <StatusBadge key="status" status={row.status} />],
        ]}
        actions={
          <>
            <Gate needs={['update_area']}>
              <EditLink to={`${path}/${row._id}/update`} />
            </Gate>
            <Gate needs={['create_area', 'signup_area']}>
              <ServerButton icon="plus" onClick={() => setCopying(true)}>
                Duplicate
              </ServerButton>
            </Gate>
          </>
        }
      />
      {copying && <DuplicateArea area={row} onClose={() => setCopying(false)} />}
    </>
  );
}

/** The locations of an area. A switch creates the link or changes its status (AREA-05). */
function Locations({ area: row }: { area: Area }) {
  const places = useQuery(allQuery(location));
  const links = useQuery(linkedQuery(locationArea, 'area_id', row._id));
  const linked = new Map((links.data?.data ?? []).map((link) => [link.location_id, link]));
  const items = (places.data?.data ?? [])
    .filter((place) => place.status === 'active' || linked.has(place._id))
    .map((place) => ({
      id: place._id,
      label: place.name,
      note: `${place.lga}, ${place.state}`,
      on: linked.get(place._id)?.status === 'active',
    }));
  const write = async (placeId: string, on: boolean) => {
    const status = on ? 'active' : 'inactive';
    const link = linked.get(placeId);
    const key = newUuid();
    if (link) await writeModel(locationArea, 'update', { _id: link._id, status, base_version: link.version }, key);
    else
      await writeModel(
        locationArea,
        'create',
        { area_id: row._id, location_id: placeId, manufacturer_id: row.manufacturer_id, status },
        key,
      );
  };
  return (
    <QueryCard query={combineQueries(places, links)}>
      {() => <SwitchGrid label="Locations" items={items} none="No locations found" onSwitch={write} />}
    </QueryCard>
  );
}
