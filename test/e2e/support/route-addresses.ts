import { PATHS } from '#web/viewer/navigation/paths.ts'
import type { SiteRoute } from '#web/site/navigation/site-route.ts'

/** What a screen of the demo needs in its address. */
const QUERIES: Record<string, string> = {
  [PATHS.rolling]: '?categoryId=movie-new',
  [PATHS.promote]: '?categoryId=harbour-nights',
  [PATHS.play]: '?programId=tram&programGuid=tram',
  [PATHS.playDrama]: '?programId=islands&programGuid=islands.s1e1',
}
/** An example of each parameter of a path. */
const PARAMETERS: Record<string, string> = { episode: '1', code: '4032' }

/** The hash address at which the demo shows a screen. @throws for a parameter of a path without an example here */
export function addressOf({ path }: Pick<SiteRoute, 'path'>): string {
  const fill = (_: string, name: string) => {
    const example = PARAMETERS[name]
    if (example === undefined)
      throw new Error(`${path}: test/e2e/support/route-addresses.ts has no example of :${name}`)
    return example
  }
  return path.replace(/:(\w+)/g, fill) + (QUERIES[path.split('/:')[0]!] ?? '')
}
