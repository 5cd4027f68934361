/** The rules for a new password (B10.5). Only the client can check them, because the server receives a hash. */

export const PASSWORD_MIN = 8;

/**
 * Returns why a new password is refused, or null. The text for an empty one comes from the documents (PROF-04). The list of common passwords has
 * about 200 entries instead of the 10,000 of B10.5, because it must fit the first load; shorter common passwords fail on length anyway.
 */
export function passwordProblem(password: string, email = ''): string | null {
  if (password === '') return 'Password field is required';
  if ([...password].length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters.`;
  const lower = password.trim().toLowerCase();
  const mail = email.trim().toLowerCase();
  if (lower === mail || lower === mail.split('@')[0]) return 'Password must not be your email.';
  if (/^(.)\1*$/u.test(lower) || COMMON.has(lower)) return 'This password is too easy to guess.';
  return null;
}

/** Returns the problem of the second password field; null if both agree (PROF-04). */
export function confirmationProblem(password: string, confirmation: string): string | null {
  if (confirmation === '') return 'Password confirmation is required';
  return password === confirmation ? null : 'Passwords must match';
}

/** Common passwords in lower case, of eight characters or more. A separate check refuses a single repeated character. */
const COMMON: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 01234567 012345678 87654321 987654321 9876543210 0987654321 123123123 12341234
  11223344 1122334455 12344321 1234554321 123454321 123321123 123456123 123654789 147258369 159753456 14725836 741852963
  789456123 456789123 135792468 13579246 10203040 102030405 11112222 12121212 13131313 21212121 123412345 20202020 12345679
  1234567a 12345678a 123456789a a1234567 a12345678 a123456789 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 qazwsxedc qazwsxedcrfv qaz123456 zaq12wsx zaq1zaq1 zaq1xsw2 qwertyui qwertyuio
  qwertyuiop qwertyu1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 123qwerty 1234qwer 12345qwert qwer1234
  qwert123 qweqweqwe qweasdzxc qwe123qwe qwe12345 asdfghjk asdfghjkl asdf1234 asdasdasd asdfasdf asd12345 asdqwe123
  zxcvbnm1 zxcvbnm123 zxcvbnm, zxcv1234 abcd1234 abc12345 abcdefgh abcdefg1 abcdef123 abcdefghi abcdefghij abc123456 aabbccdd
  a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 abc123abc abcabcabc password password1 password12 password123 password1234
  password12345 password01 password! password1! password@123 passw0rd passw0rd1 p@ssw0rd p@ssword p@ssword1 p@ssw0rd1 pa55word
  pass1234 pass12345 pass@123 pass@1234 passpass passport mypassword newpassword nopassword thepassword changeme changeme1
  changeme123 letmein1 letmein123 letmeinnow welcome1 welcome12 welcome123 welcome@123 welcome1! admin123 admin1234 admin12345
  admin@123 adminadmin administrator administrator1 superuser superadmin root1234 rootroot test1234 testtest testing1
  testing123 test12345 guest123 user1234 default1 secret123 temp1234 temporary master12 master123 masterkey login123 iloveyou
  iloveyou1 iloveyou2 iloveyou123 ilovegod iloveme1 loveyou1 lovelove lovely12 forever1 sunshine sunshine1 princess
  princess1 football football1 baseball baseball1 basketball volleyball superman superman1 batman123 spiderman starwars
  pokemon1 pokemon123 michael1 michelle jennifer jessica1 ashley12 charlie1 jordan23 liverpool liverpool1 arsenal1
  arsenal123 chelsea1 chelsea123 manchester manutd123 barcelona realmadrid juventus computer computer1 internet samsung1
  samsung123 blackberry facebook facebook1 google123 whatsapp whatsapp1 dragon12 dragon123 monkey12 monkey123 shadow12
  killer123 freedom1 trustno1 whatever whatever1 blessing blessing1 blessed1 blessed123 godisgood godisgreat godislove
  jesuschrist jesus123 jesusislord christ123 emmanuel emmanuel1 victoria victory1 favour123 goodluck nigeria1 nigeria123
  naija123 naijaboy abuja123 lagos123 warehouse warehouse1 warehouse123 kasuwa12 kasuwa123 kasuwa1234 company1 company123
  business business1 qwerty!@ !@#$%^&* 1234!@#$ 123456aa 123456ab 123456abc 123abc123 123456qwe 666666666 a12345678a`.split(
    /\s+/,
  ),
);
