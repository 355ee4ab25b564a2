import { createVisit } from '#contract/visits.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readTracking } from './visit-storage.ts'

/** SPEC 4: a page view after each navigation: the route's name, never its query. What becomes of it does not concern the reader. */
export function trackVisit(route: string): void {
  void call(createVisit, { route, ...readTracking() }, { keepalive: true })
}
