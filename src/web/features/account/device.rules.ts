export type DeviceKind = 'phone' | 'tv' | 'computer'

/** What a device is, by the name that it gave itself. */
export function deviceKind(name: string): DeviceKind {
  if (/\bTV\b|電視|webOS|Tizen/i.test(name)) return 'tv'
  return /Android|iPhone|iPad|iPod|\bOS \d/i.test(name) ? 'phone' : 'computer'
}

/** A device's name in people's words: "Windows", "iPhone 17.4". What is not known is shown as it came. */
export function deviceLabel(name: string): string {
  const words = name
    .replace(/Windows NT 10\.0/, 'Windows')
    .replace(/Windows NT [\d.]+/, 'Windows')
    .replace(/iPhone OS /, 'iOS ')
    .replace(/Mac OS X [\d.]+/, 'macOS')
    .split(' · ')
  // A browser's platform word says less than the system beside it.
  const told = words.filter((word) => !/^(Win32|Win64|MacIntel|Linux [\w ]+|browser|unknown)$/.test(word))
  return told.length > 0 ? told.join(' · ') : (words[0] ?? name)
}
