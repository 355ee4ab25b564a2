/** A place of the router, with what its link left in history. */
export interface HistoryLocation {
  pathname: string
  search: string
  state: unknown
}

/**
 * The place that the address has now. The router's own location follows a moment later (its changes are transitions), which is too late for a key or a
 * second click that comes at once: steps counted from it would lead too far back, or not far enough.
 */
export function currentLocation(): HistoryLocation {
  const route = location.hash.replace(/^#/, '')
  const query = route.indexOf('?')
  const entry: unknown = history.state
  return {
    pathname: (query < 0 ? route : route.slice(0, query)) || '/',
    search: query < 0 ? '' : route.slice(query),
    // The router keeps a link's state under this name.
    state: typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : undefined,
  }
}
