/** Rules of a new password that the browser checks (B10.5): the server only ever sees its hash. */
const COMMON = new Set(
  ('password password1 password12 password123 passw0rd qwerty123 qwertyui qwertyuiop 12345678 123456789 1234567890 87654321 11111111 00000000 ' +
    'iloveyou sunshine princess football baseball welcome1 welcome123 admin123 administrator letmein1 trustno1 superman dragon123 monkey123 ' +
    'jesus123 blessing nigeria1 nigeria123 lagos123 abuja123 godisgood godislove favour123 precious victory1 success1 kasuwa123 warehouse ' +
    'abc12345 abcd1234 1q2w3e4r 1qaz2wsx zaq12wsx asdfghjk zxcvbnm1 changeme default1 secret123 computer internet samsung1 arsenal1 chelsea1 ' +
    'liverpool manchester barcelona michael1 jennifer jordan23 hello123 master123 shadow123 freedom1 whatever summer2024 winter2024').split(' '),
);

/** The text that stands under the field, or null. The list is short on purpose: the commonest, and what people here would pick first. */
export function passwordProblem(password: string, email: string): string | null {
  if (password === '') return 'Password field is required';
  if ([...password].length < 8) return 'Password must be at least 8 characters.';
  const lower = password.toLowerCase();
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (lower === email.toLowerCase() || (name.length > 3 && lower === name)) return 'Password must not be your email.';
  if (COMMON.has(lower) || /^(.)\1+$/.test(lower)) return 'This password is too easy to guess.';
  return null;
}
