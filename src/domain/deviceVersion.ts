/**
 * CONST-26, B9.7: digits of a device version for display. Up to three digits get dots between ("123" -> "1.2.3"); longer
 * ones are read as major, two digits minor, two digits patch ("10203" -> "1.2.3"). Anything but digits is shown as sent.
 */
export function showDeviceVersion(digits: string): string {
  if (!/^\d+$/.test(digits)) return digits;
  if (digits.length <= 3) return digits.split('').join('.');
  const n = BigInt(digits);
  return `${n / 10_000n}.${(n / 100n) % 100n}.${n % 100n}`;
}
