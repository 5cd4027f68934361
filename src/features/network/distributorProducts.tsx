import { distributor } from '#contract/network/distributor.ts';
import { distributorProduct } from '#contract/network/distributorLinks.ts';
import { useId } from '#crud/address.ts';
import { Loaded } from '#crud/query/Loaded.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { CarriedProducts } from '../catalogue/parts/CarriedProducts.tsx';

/** The products that a distributor carries (DIST-06). */
export function Screen() {
  const id = useId();
  return (
    <Loaded query={useRecord(distributor, id)} title="Products" missing="Distributor not found">
      {([row]) => <CarriedProducts name={row.name} link={distributorProduct} field="distributor_id" id={id} />}
    </Loaded>
  );
}
