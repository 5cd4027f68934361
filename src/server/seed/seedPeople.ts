/** People of the demo who do not sign in: officers of distributors, retailers, areas, agents, and one notification. They are invented. */
import { sql } from 'kysely';
import { AGENT_SOURCES } from '#domain/choices.ts';
import type { Db } from '../db/open.ts';
import { ASSOCIATES, DISTRIBUTORS, HUB_OF_ACCOUNTS, HUBS, OWN_ASSOCIATE } from './demoPeople.ts';
import { insertMany } from './insertMany.ts';
import { associateId, phoneOf } from './seedTypes.ts';

const DAY = 86_400;

const OFFICERS = [
  'Bọ́lájí Ọláńrewájú',
  'Chiamaka Nwosu',
  'Sani Ɗangiwa',
  'Patience Effiong',
  'Dauda Ƙofarmata',
  'Ẹniọlá Fáníran',
  'Obinna Ịkeagwu',
  'Rukayat Balógun',
  'Stella Osagie',
  'Gambo Liman',
];

/** The state of each hub, in the order of HUBS. */
const HUB_STATES = ['Lagos', 'Oyo', 'Kano', 'Anambra', 'Federal Capital Territory', 'Rivers'];

const RETAILERS = [
  'Títílayọ̀ Òjó',
  'Ngọzi Ọkafọr',
  'Hauwa Ɗanjuma',
  'Ìyábọ̀ Adéọ̀ṣun',
  'Emeka Anyanwu',
  'Bilkisu Yakasai',
  'Rónkẹ́ Salami',
  'Chioma Ezenwa',
  'Abubakar Ƴandoto',
  'Fúnmiláyọ̀ Àlàbí',
  'Ifeanyi Udeh',
  'Zainab Ɓaure',
  'Kúnlé Ajíbádé',
  'Adaora Mbah',
  'Suleiman Gwarzo',
  'Ṣadé Ọ̀ṣínowò',
];
const SHOPS = ['Stores', 'Provisions', '& Sons', 'Mini Mart', 'Trading', 'Wholesale Corner'];

const AGENTS = [
  'Bright Path Agency',
  'Naija Reach Agency',
  'Kẹ́mi Àjàyí',
  'Uchenna Obi',
  'Maryam Ɗahiru',
  'Tọ́bi Ọládélé',
  'Samuel Ita',
  'Halima Bichi',
  'Grace Amadi',
  'Northern Link Agency',
];

interface Place {
  _id: string;
  state: string;
}

export async function seedPeople(tx: Db, at: number): Promise<void> {
  await seedDistributorOfficers(tx, at);
  const { rows: places } = await sql<Place>`select _id, state from location order by _id`.execute(tx);
  if (places.length === 0) return;
  const buyers = await seedBuyers(tx, at, places);
  await seedAreas(tx, at, places);
  await seedRoutes(tx, at, places, buyers);
  await seedAgents(tx, at, places, buyers);
  await seedNotification(tx, at + 33 * DAY);
}

async function seedDistributorOfficers(tx: Db, at: number): Promise<void> {
  const officers = OFFICERS.map((name, index) => ({
    _id: `dist_officer_${index + 1}`,
    user_id: `user_dist_officer_${index + 1}`,
    name,
    phone: phoneOf(700 + index),
    email: `distributor.officer${index + 1}@example.test`,
    status: index === 7 ? 'inactive' : 'active',
    role: index % 3 === 0 ? 'manager' : 'rep',
    distributor_id: DISTRIBUTORS[index % DISTRIBUTORS.length]?._id ?? '',
  }));
  await insertMany(
    tx,
    'user_account',
    at,
    officers.map((one) => accountOf(one, `distributor_officer.${one.role}`)),
  );
  await insertMany(tx, 'distributor_officer', at, officers);
}

interface Person {
  user_id: string;
  name: string;
  phone: string;
  status: string;
  email?: string;
}

function accountOf({ user_id, name, phone, status, email }: Person, role: string) {
  return { _id: user_id, role, name, phone, email: email ?? null, status, must_change: true };
}

interface Buyer {
  _id: string;
  phone: string;
  location_id: string;
}

/** Old and new shops, so that every category that needs no order occurs. */
async function seedBuyers(tx: Db, at: number, places: readonly Place[]): Promise<Buyer[]> {
  const buyers = Array.from({ length: 72 }, (_, index) => {
    const person = RETAILERS[index % RETAILERS.length] ?? '';
    return {
      _id: `buyer_${String(index + 1).padStart(2, '0')}`,
      user_id: `user_buyer_${String(index + 1).padStart(2, '0')}`,
      name: `${person.split(' ')[index % 2] ?? person} ${SHOPS[Math.floor(index / 3) % SHOPS.length] ?? ''}`,
      person,
      phone: phoneOf(2_000 + index),
      status: index % 17 === 16 ? 'inactive' : 'active',
      store_type_id: `store_type_${(index % 6) + 1}`,
      location_id: places[(index * 5) % places.length]?._id ?? '',
      address: `${(index % 48) + 1} Market Road`,
    };
  });
  const ages = [
    [0, 12, 1_583_000_000],
    [12, 60, at - 200 * DAY],
    [60, 72, at + 28 * DAY],
  ] as const;
  for (const [first, end, made] of ages) {
    const some = buyers.slice(first, end);
    await insertMany(
      tx,
      'user_account',
      made,
      some.map((one) => accountOf(one, 'buyer.buyer')),
    );
    // Nobody sees a record that was last changed years before the demo began.
    await insertMany(tx, 'buyer', made, some, Math.max(made, at));
  }
  return buyers;
}

/** One area per hub: the goods of one maker, the hub's first associate, and the locations of the hub's state. */
async function seedAreas(tx: Db, at: number, places: readonly Place[]): Promise<void> {
  const makers = await tx.selectFrom('manufacturer').select(['_id', 'name']).orderBy('name_key').execute();
  const areas = HUBS.map((hub, index) => ({
    _id: `area_${index + 1}`,
    name: `${hub.name.replace(/ Hub$/, '')} ${makers[index % makers.length]?.name ?? ''}`,
    phone: phoneOf(3_000 + index),
    status: 'active',
    manufacturer_id: makers[index % makers.length]?._id ?? '',
    seller_id: hub._id,
  }));
  await insertMany(tx, 'area', at, areas);
  await insertMany(
    tx,
    'sales_officer_area',
    at,
    areas.map((area, index) => ({
      _id: `${area._id}_rep`,
      area_id: area._id,
      sales_officer_id: associateId(ASSOCIATES.findIndex(([hub]) => hub === index)),
      seller_id: area.seller_id,
      status: 'active',
    })),
  );
  await insertMany(
    tx,
    'location_area',
    at,
    areas.flatMap((area, index) =>
      placesOfHub(places, index).map((place) => ({
        _id: `${area._id}_${place._id}`,
        area_id: area._id,
        location_id: place._id,
        manufacturer_id: area.manufacturer_id,
        status: 'active',
      })),
    ),
  );
}

const placesOfHub = (places: readonly Place[], hub: number) =>
  places.filter((place) => place.state === HUB_STATES[hub]);

/** Every associate visits retailers in the state of the hub, Monday to Saturday. */
async function seedRoutes(tx: Db, at: number, places: readonly Place[], buyers: readonly Buyer[]): Promise<void> {
  const plans = ASSOCIATES.flatMap(([hub], index) => {
    const near = new Set(placesOfHub(places, hub).map((place) => place._id));
    const colleagues = ASSOCIATES.map(([other], at) => [other, at] as const).filter(([other]) => other === hub);
    const turn = colleagues.findIndex(([, at]) => at === index);
    return buyers
      .filter((buyer) => near.has(buyer.location_id))
      .filter((_, at) => at % colleagues.length === turn)
      .map((buyer, order) => ({
        _id: `route_${associateId(index)}_${buyer._id}`,
        sales_officer_id: associateId(index),
        buyer_id: buyer._id,
        day: (order % 6) + 1,
        week: 0,
        index: Math.floor(order / 6) + 1,
        status: 'active',
      }));
  });
  await insertMany(tx, 'route_plan', at, [...plans, ...ownRoutes(places, buyers)]);
}

/**
 * The routes of the field people with an account: some retailers near the hub, so that each weekday has visits. `visits`: how often a week each retailer is
 * visited. `hasOf`: whether the person visits the retailer with that number.
 */
const OWN_ROUTES: readonly { officer: string; visits: number; hasOf: (index: number) => boolean }[] = [
  { officer: OWN_ASSOCIATE, visits: 1, hasOf: (index) => index % 3 !== 2 },
  { officer: 'person_ba1', visits: 2, hasOf: (index) => index % 3 !== 0 },
  { officer: 'person_rem1', visits: 1, hasOf: () => true },
];

function ownRoutes(places: readonly Place[], buyers: readonly Buyer[]) {
  const near = new Set(placesOfHub(places, HUB_OF_ACCOUNTS).map((place) => place._id));
  // The journeys need one retailer without waiting orders.
  const retailers = buyers.filter((buyer) => near.has(buyer.location_id) && buyer._id !== 'buyer_30');
  return OWN_ROUTES.flatMap(({ officer, visits, hasOf }) =>
    retailers
      .filter((_, index) => hasOf(index))
      .flatMap((buyer, order) =>
        Array.from({ length: visits }, (_, again) => ({
          _id: `route_${officer}_${buyer._id}_${again}`,
          sales_officer_id: officer,
          buyer_id: buyer._id,
          day: ((order + 3 * again) % 6) + 1,
          week: 0,
          index: Math.floor(order / 6) + 1,
          status: 'active',
        })),
      ),
  );
}

async function seedAgents(tx: Db, at: number, places: readonly Place[], buyers: readonly Buyer[]): Promise<void> {
  const agents = AGENTS.map((name, index) => {
    const agency = name.endsWith('Agency');
    return {
      _id: `agent_${index + 1}`,
      // Two agents have no account yet and wait for their sign-up.
      user_id: index % 5 === 4 ? null : `user_agent_${index + 1}`,
      name,
      phone: phoneOf(4_000 + index),
      status: 'active',
      source: agency ? 'AGENCY' : (AGENT_SOURCES[(index + 1) % AGENT_SOURCES.length] ?? 'BUYER'),
      bank: agency ? '-' : '044',
      account: agency ? '-' : String(1_000_000_000 + index * 7_654_321),
      location_id: places[(index * 3) % places.length]?._id ?? '',
    };
  }).map((agent) => (agent.source === 'AGENCY' ? { ...agent, bank: '-', account: '-' } : agent));
  await insertMany(
    tx,
    'user_account',
    at,
    agents.flatMap(({ user_id, ...agent }) => (user_id ? [accountOf({ ...agent, user_id }, 'agent.agent')] : [])),
  );
  await insertMany(tx, 'agent', at, agents);
  // Referrals over the last weeks. Some became retailers, the newest a week ago.
  for (let day = 0; day < 28; day += 2) {
    const known = buyers[60 + day / 2];
    await insertMany(
      tx,
      'agent_referral',
      at + (7 + day) * DAY + 36_000,
      [known?.phone ?? phoneOf(5_000 + day), phoneOf(5_100 + day)].map((phone, index) => ({
        _id: `referral_${day}_${index}`,
        agent_id: agents[[0, 1, 9, 2][(day / 2 + index) % 4] ?? 0]?._id ?? '',
        phone,
        status: 'unverified',
      })),
    );
  }
}

async function seedNotification(tx: Db, at: number): Promise<void> {
  const _id = 'notification_demo';
  await sql`insert into notification (_id, created, modified, created_by, modified_by, title, message, include, exclude, send_sms_too, count, gateway)
    select ${_id}, ${at}::int8, ${at}::int8, 'user_staff', 'user_staff', 'Hubs open on Saturday', 'All hubs are open this Saturday from 8 am to 2 pm.', '*', '-',
      true, count(*), 'simulated' from buyer where status = 'active'`.execute(tx);
  await sql`insert into notification_recipient (_id, notification_id, buyer_id, name, phone, channel, status, attempts, provider_ref, created, sent_at, due)
    select ${_id} || '-' || _id, ${_id}, _id, name, phone, 'sms', 'sent', 1, 'simulated-' || _id, ${at}::int8, ${at}::int8, ${at}::int8
    from buyer where status = 'active'`.execute(tx);
}
