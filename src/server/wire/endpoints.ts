import * as accounts from '#contract/accounts.ts'
import * as banners from '#contract/banners.ts'
import * as categories from '#contract/categories.ts'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import * as library from '#contract/library.ts'
import * as messages from '#contract/messages.ts'
import * as orders from '#contract/orders.ts'
import * as parental from '#contract/parental.ts'
import * as profiles from '#contract/profiles.ts'
import * as programs from '#contract/programs.ts'
import * as sessions from '#contract/sessions.ts'
import * as visits from '#contract/visits.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'wire' in value && 'path' in value && 'input' in value

/** Every call of the wire by its URL, as the contract has it: what OpenAPI, the API page and the fixtures go by. */
export const ENDPOINTS: readonly Endpoint[] = [
  programs,
  categories,
  banners,
  orders,
  visits,
  accounts,
  sessions,
  messages,
  profiles,
  parental,
  library,
]
  .flatMap((nouns) => Object.values(nouns).filter(isEndpoint))
  .toSorted((one, other) => (endpointUrl(one) < endpointUrl(other) ? -1 : 1))
