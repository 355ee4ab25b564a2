import { endpointUrl, type Endpoint } from '#contract/endpoint.ts'
import { reportProgress } from '#contract/progress.ts'
import { accounts } from './action/accounts.ts'
import { codes } from './action/codes.ts'
import { contact } from './action/contact.ts'
import { messages } from './action/messages.ts'
import { partners } from './action/partners.ts'
import { payments } from './action/payments.ts'
import { plans } from './action/plans.ts'
import { sessions } from './action/sessions.ts'
import { staff } from './action/staff.ts'
import { subscriptions } from './action/subscriptions.ts'
import type { BoundCalls } from './bind.ts'
import type { Domains } from './domains.ts'
import type { Handle } from './handle.ts'
import { banners } from './v2/banners.ts'
import { campaigns } from './v2/campaigns.ts'
import { categories } from './v2/categories.ts'
import { cinema } from './v2/cinema.ts'
import { comments } from './v2/comments.ts'
import { library } from './v2/library.ts'
import { playback } from './v2/playback.ts'
import { parental } from './v2/parental.ts'
import { playbackReports } from './v2/playback-reports.ts'
import { privateCinema } from './v2/private-cinema.ts'
import { profiles } from './v2/profiles.ts'
import { recommendations } from './v2/recommendations.ts'
import { promotions } from './v2/promotions.ts'
import { rentals } from './v2/rentals.ts'
import { sales } from './v2/sales.ts'
import { search } from './v2/search.ts'
import { streams } from './v2/streams.ts'
import { titles } from './v2/titles.ts'
import { watchingTogether } from './v2/watching-together.ts'
import { uploads } from './v2/uploads.ts'
import { visits } from './v2/visits.ts'
import { wallet } from './v2/wallet.ts'

/** A new noun is one line here; a new endpoint of a noun is none. */
const CALLS: readonly BoundCalls[] = [
  accounts,
  banners,
  campaigns,
  categories,
  cinema,
  codes,
  comments,
  contact,
  library,
  messages,
  playback,
  parental,
  partners,
  payments,
  plans,
  playbackReports,
  privateCinema,
  profiles,
  promotions,
  recommendations,
  rentals,
  sales,
  search,
  sessions,
  staff,
  streams,
  subscriptions,
  titles,
  uploads,
  visits,
  wallet,
  watchingTogether,
]

export const ENDPOINTS: readonly Endpoint[] = CALLS.flatMap(({ endpoints }) => endpoints).toSorted((one, other) =>
  endpointUrl(one) < endpointUrl(other) ? -1 : 1,
)

/** With those that have a route of their own. */
export const DOCUMENTED: readonly Endpoint[] = [...ENDPOINTS, reportProgress]

export function registerCalls(on: Handle, domains: Domains): void {
  for (const calls of CALLS) calls.register(on, domains)
}
