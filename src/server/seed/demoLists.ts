/** Small lists of the demo: places, categories, settings. The places are real, the rest is invented. */

/** State, LGA, locations. */
export const LOCATIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ['Lagos', 'Mushin', ['Idi-Oro', 'Papa Ajao', 'Olosha Market']],
  ['Lagos', 'Surulere', ['Aguda', 'Itire', 'Ojuelegba']],
  ['Lagos', 'Ikeja', ['Alausa', 'Computer Village', 'Oregun']],
  ['Lagos', 'Lagos Island', ['Balogun', 'Ìdúmọ̀tà']],
  ['Oyo', 'Ibadan North', ['Bódìjà', 'Agodi', 'Sango']],
  ['Oyo', 'Ibadan South-West', ['Dugbe', 'Ring Road']],
  ['Kano', 'Fagge', ['Sabon Gari', 'Kwari Market']],
  ['Kano', 'Kano Municipal', ['Ɗorayi', 'Zango']],
  ['Anambra', 'Onitsha North', ['Main Market', 'Inland Town']],
  ['Anambra', 'Onitsha South', ['Fegge', 'Odoakpu']],
  ['Federal Capital Territory', 'Abuja Municipal Area Council', ['Wuse', 'Garki', 'Utako']],
  ['Rivers', 'Port Harcourt', ['Mile One', 'Diobu', 'Trans Amadi']],
  ['Enugu', 'Enugu North', ['Ogui', 'Asata']],
  ['Kaduna', 'Kaduna North', ['Kawo', 'Ungwan Rimi']],
];

/** Name, meta, and the kinds of the demo catalogue that belong to the category. */
export const CATEGORIES: readonly (readonly [string, string, readonly string[]])[] = [
  ['Beverages', 'Soft drinks, juices, tea and coffee', ['soft drink', 'juice', 'coffee', 'tea']],
  ['Breakfast', 'Cereal, milk drinks and spreads', ['cereal', 'drink powder', 'spread']],
  ['Canned food', '', ['canned food']],
  ['Cooking', 'Seasoning for the pot', ['seasoning']],
  ['Dairy', 'Milk, fresh and powdered', ['milk']],
  ['Snacks', 'Biscuits, chocolate and bites', ['biscuit', 'chocolate', 'snack']],
];
