/** Collects the names that this tablet knows, to check the names in a file (security S11). */
import { sessionStore } from '#client/session/state.ts';
import { namesIn } from '#domain/namesIn.ts';
import { isKnown, type Op, type OpenPayload, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { savedReads } from '#offline/reads/savedReads.ts';

export interface KnownHere {
  /** Products and parties by id. */
  names: ReadonlyMap<string, { name: string; case_count: number | null }>;
  /** People by the id of their account. */
  people: ReadonlyMap<string, string>;
}

/** Collects the names from the saved reads, the signed-in person and the authors of waiting changes. */
export async function knownHere(): Promise<KnownHere> {
  const { profile } = sessionStore.read();
  const names = new Map<string, { name: string; case_count: number | null }>();
  const people = new Map<string, string>();
  for (const op of await theQueue().store.db.ops.toArray()) people.set(op.user_id, op.user_name);
  const held = await savedReads(() => profile?.user_id ?? null)
    .held()
    .catch(() => []);
  for (const { row } of held) {
    for (const [id, name] of namesIn(row)) if (!names.has(id)) names.set(id, { name, case_count: null });
    const { _id, name, case_count, user_id } = row;
    if (typeof name !== 'string') continue;
    if (typeof _id === 'string')
      names.set(_id, { name, case_count: typeof case_count === 'number' ? case_count : null });
    if (typeof user_id === 'string') people.set(user_id, name);
  }
  if (profile) people.set(profile.user_id, profile.name);
  return { names, people };
}

/** The name that the file gives to the warehouse of an opening. */
const claimedWarehouse = (op: Op): string | undefined =>
  op.type === 'open' && isKnown(op) ? (op as Op<'open'>).payload.about.warehouse_name : undefined;

/** The ids of products, parties and warehouses in a change, each with the name that the file gives. */
function claims(op: Op): [id: string, name: string][] {
  const { product_id, about, source, source_name, destination, destination_name, warehouse_id } = op.payload as Partial<
    TransferLine & TransferHeader & OpenPayload
  >;
  if (!isKnown(op)) return [];
  const all: [string | undefined, string | undefined][] = [
    [product_id, about?.name],
    [source, source_name],
    [destination, destination_name],
    [warehouse_id, claimedWarehouse(op)],
  ];
  return all.flatMap(([id, name]) => (id === undefined ? [] : [[id, name ?? id]]));
}

/** Names that only the file knows, each once. */
export function unknownNames(ops: readonly Op[], { names, people }: KnownHere): string[] {
  const strange = ops.flatMap((op) => [
    ...(people.has(op.user_id) ? [] : [op.user_name]),
    ...claims(op).flatMap(([id, name]) => (names.has(id) ? [] : [name])),
  ]);
  return [...new Set(strange)];
}

/** The changes before the server has checked them: with this tablet's names, or with the file's names marked as such. */
export function asKnownHere(ops: readonly Op[], { names, people }: KnownHere): Op[] {
  const nameOf = (id = '', claimed = id) => names.get(id)?.name ?? `“${claimed}” (says the file)`;
  return ops.map((op) => {
    const { product_id, about, source, source_name, destination, destination_name, warehouse_id } =
      op.payload as Partial<TransferLine & TransferHeader & OpenPayload>;
    const shown = {
      about: {
        name: nameOf(product_id, about?.name),
        case_count: names.get(product_id ?? '')?.case_count ?? about?.case_count ?? 1,
        warehouse_name: nameOf(warehouse_id, claimedWarehouse(op)),
      },
      source_name: nameOf(source, source_name),
      destination_name: nameOf(destination, destination_name),
    };
    const user_name = people.get(op.user_id) ?? `“${op.user_name}” (not known on this device)`;
    return { ...op, user_name, payload: { ...op.payload, ...shown } } as Op;
  });
}
