/** A location of the router, with the state of its history entry. */
export interface HistoryLocation {
  pathname: string
  search: string
  state: unknown
}

/**
 * The location by the browser's current address. The router's own location lags behind, as its changes are transitions: a second key press or click at once
 * would count history steps from the wrong entry.
 */
export function currentLocation(): HistoryLocation {
  const route = location.hash.replace(/^#/, '')
  const query = route.indexOf('?')
  const entry: unknown = history.state
  return {
    pathname: (query < 0 ? route : route.slice(0, query)) || '/',
    search: query < 0 ? '' : route.slice(query),
    // The router stores a link's state under this name.
    state: typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : undefined,
  }
}
