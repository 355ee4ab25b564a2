import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Agreements } from '#server/domains/agreements/index.ts'
import type { Campaigns } from '#server/domains/campaigns/index.ts'
import type { Cards } from '#server/domains/cards/index.ts'
import type { Catalogue } from '#server/domains/catalogue/index.ts'
import type { CinemaListings } from '#server/domains/cinema/index.ts'
import type { Comments } from '#server/domains/comments/index.ts'
import type { Contact } from '#server/domains/contact/index.ts'
import type { Codes } from '#server/domains/codes/index.ts'
import type { Images } from '#server/domains/images/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Pages } from '#server/domains/pages/index.ts'
import type { Partners } from '#server/domains/partners/index.ts'
import type { Payments } from '#server/domains/payments/index.ts'
import type { Plans } from '#server/domains/plans/index.ts'
import type { Playback, PlaybackReports, Streams } from '#server/domains/playback/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Recommendations } from '#server/domains/recommendations/index.ts'
import type { Rentals } from '#server/domains/rentals/index.ts'
import type { Sales } from '#server/domains/sales/index.ts'
import type { Screenings } from '#server/domains/screenings/index.ts'
import type { Search } from '#server/domains/search/index.ts'
import type { Subscriptions } from '#server/domains/subscriptions/index.ts'
import type { Topups } from '#server/domains/topups/index.ts'
import type { Uploads } from '#server/domains/uploads/index.ts'
import type { Plays } from '#server/domains/plays/index.ts'
import type { Visits } from '#server/domains/visits/index.ts'

export interface Domains {
  readonly accounts: Accounts
  readonly agreements: Pick<Agreements, 'kinds'>
  readonly campaigns: Pick<Campaigns, 'show' | 'submit'>
  readonly cards: Cards
  readonly catalogue: Pick<Catalogue, 'names'>
  readonly cinema: Omit<CinemaListings, 'domainModule' | 'isEmpty' | 'knownShowtimes' | 'counter'>
  readonly codes: Pick<Codes, 'redemptions' | 'giftCards'>
  readonly comments: Comments
  readonly contact: Pick<Contact, 'sendCode' | 'write'>
  readonly images: Pick<Images, 'previews'>
  readonly ledger: Ledger
  readonly library: Library
  readonly messages: Messages
  readonly pages: Pages
  readonly partners: Pick<Partners, 'bind' | 'staff'>
  readonly payments: Payments
  readonly plans: Plans
  readonly playback: Playback
  readonly playbackReports: Pick<PlaybackReports, 'record'>
  readonly profiles: Profiles
  readonly recommendations: Recommendations
  readonly rentals: Rentals
  readonly sales: Pick<Sales, 'list' | 'detail' | 'notify' | 'deliveries'>
  readonly screenings: Omit<Screenings, 'domainModule' | 'product' | 'voidPaidFrom'>
  readonly search: Pick<Search, 'suggest' | 'search' | 'popular' | 'recent' | 'terms'>
  readonly streams: Streams
  readonly subscriptions: Subscriptions
  readonly topups: Topups
  readonly uploads: Pick<Uploads, 'receive'>
  readonly visits: Visits
  readonly plays: Plays
}
