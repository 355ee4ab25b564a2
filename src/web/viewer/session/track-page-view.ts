import { createVisit } from '#contract/visits.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readTracking } from './visit-storage.ts'

/** SPEC 4: the route's name without its query; failures are ignored. */
export function trackVisit(route: string): void {
  void call(createVisit, { route, ...readTracking() }, { keepalive: true })
}
