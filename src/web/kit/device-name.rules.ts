export type DeviceKind = 'phone' | 'tv' | 'computer'

/** What a device is, by the name that it gave itself. */
export function deviceKind(name: string): DeviceKind {
  if (/\bTV\b|電視|webOS|Tizen/i.test(name)) return 'tv'
  return /Android|iPhone|iPad|iPod|\bOS \d/i.test(name) ? 'phone' : 'computer'
}

/** Systems as people know them; the versions that browsers name are mostly frozen ones. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/^Windows NT [\d.]+$/, 'Windows'],
  [/^Mac OS X [\d.]+$/, 'macOS'],
  [/^iPhone OS ([\d.]+)$/, 'iOS $1'],
  [/^CrOS$/, 'ChromeOS'],
]
/** A browser's platform word says less than the system beside it. */
const PLATFORM = /^(Win32|Win64|MacIntel|Linux [\w ]+|browser|unknown)$/

/** A device's name in people's words: "Chrome · Windows", "Safari · iOS 17.4". What is not known is shown as it came. */
export function deviceLabel(name: string): string {
  const words = name
    .split(' · ')
    .map((word) => SYSTEMS.reduce((said, [form, system]) => said.replace(form, system), word))
  const told = words.filter((word) => !PLATFORM.test(word))
  return told.length > 0 ? told.join(' · ') : (words[0] ?? name)
}
