/** The people of the demo besides those who sign in: officers of distributors. */
import type { Db } from '../db/open.ts';
import { DISTRIBUTORS } from './demoPeople.ts';
import { insertMany, phoneOf } from './insertMany.ts';

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

export async function seedPeople(tx: Db, at: number): Promise<void> {
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
    officers.map(({ user_id, role, name, phone, email, status }) => ({
      _id: user_id,
      role: `distributor_officer.${role}`,
      name,
      phone,
      email,
      status,
      must_change: true,
    })),
  );
  await insertMany(tx, 'distributor_officer', at, officers);
}
