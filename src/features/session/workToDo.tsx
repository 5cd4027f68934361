import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type Work, workToDo } from '#contract/home/workCalls.ts';
import { Link, TextLink } from '#crud/Link.tsx';
import { type Address, isWalletHead, walletPath } from '#crud/paths.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { showNaira } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { useMyQueue } from '../stock/parts/queue/useQueue.ts';

interface Kind {
  title: string;
  icon: IconName;
  /** The address of the whole list. */
  to: Address;
  search?: Record<string, string>;
  one: (row: Work['rows'][number]) => Address;
  /** Its notes are amounts in the format of calls. */
  money?: true;
}

const KINDS: Readonly<Record<Work['kind'], Kind>> = {
  open_transfers: {
    title: 'Transfers not completed',
    icon: 'truck',
    to: '/purchase-orders',
    search: { tag: 'purchase_order' },
    one: (row) => `/purchase-orders/${row._id}`,
  },
  pending_groups: {
    title: 'Pending orders',
    icon: 'orders',
    to: '/pending-orders',
    one: (row) => `/order-groups/${row._id}`,
  },
  owing_groups: {
    title: 'Orders owing',
    icon: 'alert',
    to: '/order-groups',
    search: { payment: 'owing', from: '2020-01-01' },
    one: (row) => `/order-groups/${row._id}`,
  },
  unreconciled_buyers: {
    title: 'Retailer wallets with a difference',
    icon: 'chart',
    to: '/report-buyer-reconciliation',
    search: { only: '1' },
    one: (row) => `/buyers/${row._id}/balance`,
    money: true,
  },
  unreconciled_officers: {
    title: 'Associate wallets with a difference',
    icon: 'chart',
    to: '/report-sales-officer-reconciliation',
    search: { only: '1' },
    one: (row) => `/sales-officers/${row._id}/balance`,
    money: true,
  },
  wrong_wallets: {
    title: 'Wallets that are not the sum of their log',
    icon: 'alert',
    to: '/report-buyer-reconciliation',
    one: ({ model, _id }) => (isWalletHead(model) ? walletPath({ head: model, _id }) : '/report-buyer-reconciliation'),
    money: true,
  },
  kept_credits: {
    title: 'Bank credits to decide',
    icon: 'alert',
    to: '/bank-credits',
    one: () => '/bank-credits',
    money: true,
  },
  starter_passwords: {
    title: 'Starter passwords not changed',
    icon: 'key',
    to: '/managers',
    one: (row) => `/${row.model === 'manager' ? 'managers' : 'sales-officers'}/${row._id}/update`,
  },
};

/**
 * The open work of this person: unsent changes of this tablet first, then the oldest records of each kind. `children` below it are shown only when
 * the height of the list is known, so that they never move.
 */
export function WorkToDo({ children }: { children: ReactNode }) {
  const query = useQuery(queryFor(workToDo, {}));
  const queue = useMyQueue();
  const work = query.data?.data ?? [];
  if (query.isPending) return null;
  if (work.length === 0 && queue.ops.length === 0) return children;
  return (
    <>
      <section aria-label="Work to do" className="flex flex-col gap-4">
        <h2 className="text-lg font-bold">Work to do</h2>
        {query.data?.copy && <StoredCopy at={query.data.at} />}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {queue.ops.length > 0 && (
            <Head
              icon={queue.attention > 0 ? 'alert' : 'clock'}
              to="/sync"
              title={queue.attention > 0 ? 'Changes that need attention' : 'Changes waiting on this tablet'}
              total={queue.attention > 0 ? queue.attention : queue.ops.length}
            />
          )}
          {work.map((one) => {
            const kind = KINDS[one.kind];
            return (
              <Card key={one.kind} label={kind.title} padded={false}>
                <Head {...kind} total={one.total} inside />
                <ul className="border-t">
                  {one.rows.map((row) => (
                    <li
                      key={row._id}
                      className={classes(
                        'flex min-h-13 items-center justify-between gap-3 border-b px-5 last:border-b-0',
                        // A reference is never broken, a name may be.
                        !kind.money && '*:first:shrink-0',
                      )}
                    >
                      <TextLink to={kind.one(row)}>{row.title}</TextLink>
                      <span className="line-clamp-2 min-w-0 text-right text-sm text-ink-faint">
                        {kind.money ? showNaira(row.note) : row.note}
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
            );
          })}
        </div>
      </section>
      {children}
    </>
  );
}

function Head({
  icon,
  title,
  total,
  to,
  search,
  inside = false,
}: {
  icon: IconName;
  title: string;
  total: number;
  to: Address;
  search?: Record<string, string>;
  inside?: boolean;
}) {
  return (
    <Link
      to={to}
      {...(search ? { search } : {})}
      className={
        inside
          ? 'flex min-h-14 items-center gap-3 rounded-t-card px-5 font-semibold hover:bg-surface-sunken'
          : 'flex min-h-14 items-center gap-3 rounded-card border bg-surface px-5 font-semibold shadow-card hover:border-accent'
      }
    >
      <Icon name={icon} className="text-accent" />
      <span className="min-w-0 flex-1">{title}</span>
      <span className="figures text-xl font-bold">{total.toLocaleString('en-NG')}</span>
      <Icon name="next" size={18} className="text-ink-faint" />
    </Link>
  );
}
