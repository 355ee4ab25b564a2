/** Takes `position` out of the address: a reload goes on where the film was left, not where it was begun. The router is not concerned. */
export function forgetRoutePosition(): void {
  const [path = '', query = ''] = location.hash.split('?')
  const words = new URLSearchParams(query)
  if (!words.has('position')) return
  words.delete('position')
  history.replaceState(history.state, '', `${path}?${words}`)
}
