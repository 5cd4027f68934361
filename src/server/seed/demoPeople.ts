/** The people and places of the demo: hubs, distributors, delivery associates. They are invented. Names have their native spelling. */
export const HUBS = [
  { _id: 'hub_lagos_mushin', name: 'Mushin Hub', address: '14 Agége Motor Road, Mushin, Lagos' },
  { _id: 'hub_ibadan_bodija', name: 'Bódìjà Hub', address: '3 Awólọ́wọ̀ Avenue, Bódìjà, Ìbàdàn' },
  { _id: 'hub_kano_sabongari', name: 'Sabon Gari Hub', address: '52 France Road, Sabon Gari, Kano' },
  { _id: 'hub_onitsha_main', name: 'Ọ̀nịcha Main Market Hub', address: '9 Bright Street, Onitsha, Anambra' },
  { _id: 'hub_abuja_wuse', name: 'Wuse Hub', address: '21 Herbert Macaulay Way, Wuse, Abuja' },
  { _id: 'hub_portharcourt', name: 'Port Harcourt Hub', address: '7 Aba Road, Port Harcourt, Rivers' },
] as const;

/** Each distributor carries some makers and serves some hubs (indexes of HUBS). */
export const DISTRIBUTORS = [
  {
    _id: 'dist_adeola',
    name: 'Adéọlá & Sons Trading',
    address: '40 Ìdúmọ̀tà Street, Lagos Island',
    makers: ['Nestlé', 'Unilever'],
    hubs: [0, 1],
  },
  {
    _id: 'dist_chukwu',
    name: 'Chukwuemeka Wholesale Ltd',
    address: '11 Nnewi Road, Onitsha',
    makers: ['Nestlé', 'Mondelēz', "Kellogg's"],
    hubs: [3, 5],
  },
  {
    _id: 'dist_danladi',
    name: 'Ɗanladi Kayan Masarufi',
    address: '8 Kwari Market, Kano',
    makers: ['Unilever', 'Arla', 'FrieslandCampina', 'Nestlé'],
    hubs: [2],
  },
  {
    _id: 'dist_freshcup',
    name: 'FreshCup Beverages',
    address: 'Plot 5, Ikeja Industrial Estate, Lagos',
    makers: ['PepsiCo', 'Coca-Cola', 'Rooibos'],
    hubs: [0, 1, 4],
  },
  {
    _id: 'dist_goldengate',
    name: 'Golden Gate Foods',
    address: '2 Creek Road, Apapa, Lagos',
    makers: ['Bakers', 'Mondelēz', 'Pioneer Foods', 'Tiger Brands'],
    hubs: [0, 4, 5],
  },
  {
    _id: 'dist_northstar',
    name: 'North Star Provisions',
    address: '17 Ahmadu Bello Way, Kaduna',
    makers: ['Nestlé', 'PepsiCo', 'Oceana', 'Lactalis'],
    hubs: [2, 4],
  },
  {
    _id: 'dist_okafor',
    name: 'Ọkafọ Brothers Distribution',
    address: '33 Ogui Road, Enugu',
    makers: ['Unilever', 'Pioneer Foods', 'Bakers', 'Upfield'],
    hubs: [3, 5],
  },
  {
    _id: 'dist_sunrise',
    name: 'Sunrise Dairy & More',
    address: '6 Ring Road, Ibadan',
    makers: ['FrieslandCampina', 'Clover', 'Arla', 'Rooibos'],
    hubs: [0, 1],
  },
] as const;

/** Hub index and name of each delivery associate. */
export const ASSOCIATES: readonly (readonly [number, string])[] = [
  [0, 'Adébáyọ̀ Ògúnlẹ́sì'],
  [0, 'Fọláṣadé Akínyẹmí'],
  [0, 'Tájùdéẹ̀n Bákàrè'],
  [0, 'Ngọzi Ezeani'],
  [1, 'Ọlábísí Adéyemí'],
  [1, 'Kọ́láwọlé Ìṣọ̀lá'],
  [1, 'Blessing Okon'],
  [2, 'Musa Ƙwaƙwalawa'],
  [2, 'Aisha Ɓello'],
  [2, 'Ibrahim Ɗantata'],
  [3, 'Chinedu Ọkọnkwọ'],
  [3, 'Ifeọma Nwachukwu'],
  [3, 'Ebuka Ụmụnna'],
  [4, 'Grace Terkura'],
  [4, 'Yusuf Abubakar'],
  [4, 'Halima Ƴar’adua'],
  [5, 'Tonye Briggs'],
  [5, 'Ibinabo West'],
];

/** The hub (index of HUBS) of the accounts that belong to a hub. */
export const HUB_OF_ACCOUNTS = 0;

/** The delivery associate with an account whose password is public. The person works at the hub of the accounts, beside its other associates. */
export const OWN_ASSOCIATE = 'person_rep1';

/** First part of the e-mail, name and role. The password is `<first part>-Passw0rd` (API.md 4.22). */
export const ACCOUNTS: readonly (readonly [string, string, string])[] = [
  ['admin', 'Adaeze Admin', 'administrator.administrator'],
  ['officer1', 'Olúwaṣeun Adéyẹmí', 'manager.warehouse_officer'],
  ['officer2', 'Zainab Bello', 'manager.warehouse_officer'],
  ['accounts', 'Emeka Obi', 'manager.accountant'],
  ['staff', 'Funmi Ajayi', 'manager.staff'],
  ['care', 'Hauwa Sani', 'manager.customer_support'],
  ['buyerdesk', 'Peter Etim', 'manager.buyer'],
  ['hub1', 'Kehinde Lawal', 'seller.manager'],
  ['hubmanager', 'Uche Eze', 'sales_officer.manager'],
  ['rep1', 'Sọlá Martins', 'sales_officer.rep'],
  ['ba1', 'Amina Yusuf', 'sales_officer.ba'],
  ['rem1', 'Dayọ̀ Cole', 'sales_officer.rem'],
  ['hubcare', 'Mercy Udo', 'sales_officer.cs'],
];

export const STORE_TYPES: readonly (readonly [string, string])[] = [
  ['Provision store', 'Neighbourhood shop with packaged food and household goods'],
  ['Supermarket', 'Self-service shop with several aisles'],
  ['Open market stall', 'Stall in a daily or weekly market'],
  ['Kiosk', 'Small roadside stand'],
  ['Pharmacy', 'Chemist that also sells provisions'],
  ['Restaurant', 'Buka, canteen or restaurant buying for its kitchen'],
];
