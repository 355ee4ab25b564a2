const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/

export const addressKey = (address: string): string => addressPrefixes(address)[0]

/** Smallest first: an IPv4 address itself; IPv6 by /64, /56 and /48, since one household can hold 65,536 networks. */
export function addressPrefixes(address: string): readonly [string, ...string[]] {
  const { v6, v4 } = WITH_PORT.exec(address)?.groups ?? {}
  const plain = (v6 ?? v4 ?? address).replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return [plain]
  const [head = '', tail] = plain.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  const site = groups.slice(0, 3).join(':')
  const fourth = groups[3] ?? '0'
  const household = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [`${site}:${fourth}::/64`, `${site}:${household}::/56`, `${site}::/48`]
}
