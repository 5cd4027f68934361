import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { ORDER_TAGS, TAG_LABEL } from '#domain/order.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { GroupCard } from './GroupList.tsx';

/** A retailer's orders of all dates, without the Retailer column (ORD-02, B7.4). */
export function BuyerOrders({ buyerId }: { buyerId: string }) {
  const control = useListState(10, { tag: 'all' });
  const { tag = 'all' } = control.state.filters;
  return (
    <GroupCard
      control={control}
      label="Orders"
      none={
        tag === 'all' &&
        control.state.search === '' && (
          <EmptyState title="No orders yet">A placed order of this retailer appears here.</EmptyState>
        )
      }
      input={{ buyer_id: buyerId, ...(tag === 'all' ? {} : { tag }) }}
      filterBar={
        <FilterSelect
          many
          label="Tag"
          value={tag}
          onChange={(next) => control.set({ tag: next })}
          options={[
            { value: 'all', label: 'All' },
            ...ORDER_TAGS.map((one) => ({ value: one, label: TAG_LABEL[one] })),
          ]}
        />
      }
    />
  );
}
