import { useQuery } from '@tanstack/react-query';
import { allQuery, linkedQuery, writeModel } from '#client/reads/queries.ts';
import { newUuid } from '#client/uuid.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { seller } from '#contract/network/seller.ts';
import { sellerManufacturer } from '#contract/network/sellerLinks.ts';
import { useId } from '#crud/address.ts';
import { SwitchGrid } from '#crud/fields/SwitchGrid.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { Page } from '#ui/Page.tsx';

/** The manufacturers of a hub (HUB-04, HUB-05). A switch creates the link, or updates its status if there is one. */
export function Screen() {
  const id = useId();
  return (
    <Loaded query={useRecord(seller, id)} title="Manufacturers" missing="Hub not found">
      {([hub]) => <Manufacturers id={id} name={hub.name} />}
    </Loaded>
  );
}

function Manufacturers({ id, name }: { id: string; name: string }) {
  const all = useQuery(allQuery(manufacturer));
  const linked = useQuery(linkedQuery(sellerManufacturer, 'seller_id', id));
  const links = new Map((linked.data?.data ?? []).map((link) => [link.manufacturer_id, link]));
  const isOn = (makerId: string) => links.get(makerId)?.status === 'active';
  const items = (all.data?.data ?? [])
    .filter((maker) => maker.status === 'active' || isOn(maker._id))
    .map((maker) => ({ id: maker._id, label: maker.name, on: isOn(maker._id) }));
  const write = async (manufacturer_id: string, on: boolean) => {
    const status = on ? 'active' : 'inactive';
    const link = links.get(manufacturer_id);
    const key = newUuid();
    if (link)
      await writeModel(sellerManufacturer, 'update', { _id: link._id, status, base_version: link.version }, key);
    else await writeModel(sellerManufacturer, 'create', { seller_id: id, manufacturer_id, status }, key);
  };
  const both = combineQueries(all, linked);
  return (
    <Page title={name} note={both.data && `${items.filter((item) => item.on).length} of ${items.length} manufacturers`}>
      <QueryCard query={both}>
        {() => <SwitchGrid label="Manufacturers" items={items} none="No manufacturers found" onSwitch={write} />}
      </QueryCard>
    </Page>
  );
}
