/** Removes `position` from the address without the router: a reload resumes at the saved position. */
export function forgetRoutePosition(): void {
  const [path = '', query = ''] = location.hash.split('?')
  const params = new URLSearchParams(query)
  if (!params.has('position')) return
  params.delete('position')
  history.replaceState(history.state, '', `${path}?${params}`)
}
