/** A path with query: `/warriors48` */
export const SITE_PATH = /^\/(?:[A-Za-z0-9][\w-]*(?:\/[A-Za-z0-9][\w-]*)*)?(?:\?[\w.~%=&-]*)?$/

/** A path of the site, or https on one of the hosts without credentials or port. */
export function isListedLink(to: string, hosts: readonly string[]): boolean {
  if (SITE_PATH.test(to)) return true
  if (!/^https:\/\/[a-z0-9.-]+(?:[/?#][\x21-\x7e]*)?$/.test(to) || to.includes('\\') || !URL.canParse(to)) return false
  const { protocol, hostname, username, password, port } = new URL(to)
  return protocol === 'https:' && username === '' && password === '' && port === '' && hosts.includes(hostname)
}
