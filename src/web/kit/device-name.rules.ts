export type DeviceKind = 'phone' | 'tv' | 'computer'

export function deviceKind(name: string): DeviceKind {
  if (/\bTV\b|電視|webOS|Tizen/i.test(name)) return 'tv'
  return /Android|iPhone|iPad|iPod|\bOS \d/i.test(name) ? 'phone' : 'computer'
}

/** Common names of systems; the versions in user agents are mostly frozen. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/^Windows NT [\d.]+$/, 'Windows'],
  [/^Mac OS X [\d.]+$/, 'macOS'],
  [/^iPhone OS ([\d.]+)$/, 'iOS $1'],
  [/^CrOS$/, 'ChromeOS'],
]
const PLATFORM = /^(Win32|Win64|MacIntel|Linux [\w ]+|browser|unknown)$/

/** A readable device name: "Chrome · Windows", "Safari · iOS 17.4". Unknown names are shown as they are. */
export function deviceLabel(name: string): string {
  const parts = name
    .split(' · ')
    .map((part) => SYSTEMS.reduce((label, [pattern, system]) => label.replace(pattern, system), part))
  const known = parts.filter((part) => !PLATFORM.test(part))
  return known.length > 0 ? known.join(' · ') : (parts[0] ?? name)
}

export function deviceLabels(
  devices: readonly { deviceId: string; name: string; loggedInAt: string }[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  const labels = new Map<string, string>()
  for (const { deviceId, name } of [...devices].sort((a, b) => Date.parse(a.loggedInAt) - Date.parse(b.loggedInAt))) {
    const label = deviceLabel(name)
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    labels.set(deviceId, count > 1 ? `${label} (${count})` : label)
  }
  return labels
}
