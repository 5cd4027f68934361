/**
 * The display form of a device version (CONST-26, B9.7). Up to three digits get dots between ("123" -> "1.2.3"). Longer ones are read as major, two
 * digits minor, two digits patch ("10203" -> "1.2.3"). Any other text is unchanged.
 */
export function showDeviceVersion(digits: string): string {
  if (!/^\d+$/.test(digits)) return digits;
  if (digits.length <= 3) return digits.split('').join('.');
  const n = BigInt(digits);
  return `${n / 10_000n}.${(n / 100n) % 100n}.${n % 100n}`;
}

/** Returns the digits that {@link showDeviceVersion} formats as this app version ("1.4.0" -> "140", "1.12.3" -> "11203"). */
export function versionDigits(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major < 10 && minor < 10 && patch < 10
    ? `${major}${minor}${patch}`
    : String(major * 10_000 + Math.min(minor, 99) * 100 + Math.min(patch, 99)).padStart(5, '0');
}
