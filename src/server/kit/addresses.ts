/** An address with an optional port, as written by some proxies. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/

/**
 * Key of a client address for rate limits and queues. IPv6 is reduced to its /64, which one household or server has to
 * itself.
 */
export function addressKey(address: string): string {
  const { v6, v4 } = WITH_PORT.exec(address)?.groups ?? {}
  const plain = (v6 ?? v4 ?? address).replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
