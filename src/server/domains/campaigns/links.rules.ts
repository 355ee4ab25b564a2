/** A path of the site with its query, as its routes are written: `/warriors48`. */
export const SITE_PATH = /^\/(?:[A-Za-z0-9][\w-]*(?:\/[A-Za-z0-9][\w-]*)*)?(?:\?[\w.~%=&-]*)?$/

/** Whether a page may lead there: a path of the site, or https on one of these hosts, without a name, a password or a port. */
export function isListedLink(to: string, hosts: readonly string[]): boolean {
  if (SITE_PATH.test(to)) return true
  if (!/^https:\/\/[a-z0-9.-]+(?:[/?#][\x21-\x7e]*)?$/.test(to) || to.includes('\\') || !URL.canParse(to)) return false
  const { protocol, hostname, username, password, port } = new URL(to)
  return protocol === 'https:' && username === '' && password === '' && port === '' && hosts.includes(hostname)
}
