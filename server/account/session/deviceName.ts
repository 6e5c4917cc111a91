/** Browsers by a pattern in their User-Agent. Most browsers also name Chrome and Safari, so the order matters. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameOf = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/**
 * A short name of the device that sent a User-Agent, such as 'Chrome on Android'. It has no version or model, because the
 * list of devices does not need them. Null for a header that names neither browser nor system.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const browser = nameOf(browsers, userAgent);
  const system = nameOf(systems, userAgent);
  if (browser === null) return system;
  return system === null ? browser : `${browser} on ${system}`;
}
