import { accounts } from './action/accounts.ts'
import { ads } from './action/ads.ts'
import { messages } from './action/messages.ts'
import { sessions } from './action/sessions.ts'
import type { Domains } from './domains.ts'
import type { Handle } from './handle.ts'
import { library } from './v2/library.ts'
import { orders } from './v2/orders.ts'
import { pages } from './v2/pages.ts'
import { parental } from './v2/parental.ts'
import { profiles } from './v2/profiles.ts'
import { recommendations } from './v2/recommendations.ts'
import { titles } from './v2/titles.ts'
import { visits } from './v2/visits.ts'

/** Every call of the wire, bound to the domains that answer it. */
export function registerCalls(on: Handle, domains: Domains): void {
  for (const group of [
    titles,
    pages,
    recommendations,
    orders,
    visits,
    ads,
    accounts,
    sessions,
    messages,
    profiles,
    parental,
    library,
  ])
    group(on, domains)
}
