/**
 * The plain models, one sorted line each: "brand", "brands" and who may see, add and change the records. The rights of the matrix, the gates of calls and
 * screens, the addresses of the screens and the links to a record all follow from the line.
 */

interface Plain<Many extends string, Add extends string> {
  /** "store_types", as in `view_store_types`; with dashes it is the address of the list. */
  readonly many: Many;
  /** The verb of the right to add one: `create_store_type`, `signup_agent`. */
  readonly add: Add;
  /** The columns of the permission matrix (B10.1) that hold all three rights: "A AC". */
  readonly by: string;
}

/** The office without buyers and customer support, called CORE in the matrix. */
export const CORE = 'A S AC WO';

const plain = <const Many extends string>(many: Many, by: string): Plain<Many, 'create'> => ({
  many,
  add: 'create',
  by,
});
/** People, who sign up. */
const person = <const Many extends string>(many: Many, by: string): Plain<Many, 'signup'> => ({
  many,
  add: 'signup',
  by,
});

export const RECORDS = {
  agent: person('agents', 'A'),
  area: plain('areas', 'A'),
  brand: plain('brands', CORE),
  buyer: person('buyers', `${CORE} CS`),
  category: plain('categories', CORE),
  cohort: plain('cohorts', 'A'),
  distributor: plain('distributors', CORE),
  distributor_officer: person('distributor_officers', CORE),
  location: plain('locations', 'A'),
  manager: person('managers', 'A'),
  manufacturer: plain('manufacturers', 'A'),
  sales_officer: person('sales_officers', CORE),
  seller: plain('sellers', CORE),
  store_type: plain('store_types', 'A'),
  warehouse: plain('warehouses', CORE),
};
export type Records = typeof RECORDS;
export type RecordName = keyof Records;

/** The three rights of a plain model. */
export type RightsOf<One extends RecordName> = {
  readonly view: `view_${Records[One]['many']}`;
  readonly create: `${Records[One]['add']}_${One}`;
  readonly update: `update_${One}`;
};
/** Every right that follows from a plain model. */
export type RecordRight = { [One in RecordName]: RightsOf<One>[keyof RightsOf<One>] }[RecordName];

/** The names of the three rights of each plain model. */
export const RECORD_RIGHTS = Object.fromEntries(
  Object.entries(RECORDS).map(([one, { many, add }]) => [
    one,
    { view: `view_${many}`, create: `${add}_${one}`, update: `update_${one}` },
  ]),
) as { readonly [One in RecordName]: RightsOf<One> };

/** A name with dashes: "store_types" gives "store-types". */
type Dashed<T extends string> = T extends `${infer First}_${infer Rest}` ? `${First}-${Dashed<Rest>}` : T;

/** The address of the list of a plain model. */
export type ListOf<One extends RecordName> = `/${Dashed<Records[One]['many']>}`;
/** The list of a plain model: `/store-types`. */
export const listOf = <One extends RecordName>(one: One) => `/${RECORDS[one].many.replaceAll('_', '-')}` as ListOf<One>;
