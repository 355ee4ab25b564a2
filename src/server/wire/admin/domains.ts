import type { Kysely } from 'kysely'
import type { Role } from '#contract/admin/endpoint.ts'
import type { Alarms } from '#server/domains/alarms/index.ts'
import type { Announcements } from '#server/domains/announcements/index.ts'
import type { Campaigns } from '#server/domains/campaigns/index.ts'
import type { CataloguePeople, findTargets, searchTargets, TitleEditing } from '#server/domains/catalogue/index.ts'
import type { CinemaListings } from '#server/domains/cinema/index.ts'
import type { Compensations } from '#server/domains/compensations/index.ts'
import type { Comments } from '#server/domains/comments/index.ts'
import type { Contact } from '#server/domains/contact/index.ts'
import type { Sales } from '#server/domains/sales/index.ts'
import type { TitleImports } from '#server/domains/imports/index.ts'
import type { Codes } from '#server/domains/codes/index.ts'
import type { Customers } from '#server/domains/customers/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { Partners } from '#server/domains/partners/index.ts'
import type { Plans } from '#server/domains/plans/index.ts'
import type { Previews } from '#server/domains/previews/index.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Agreements } from '#server/domains/agreements/index.ts'
import type { OperatorOrders, Payments } from '#server/domains/payments/index.ts'
import type { Operators } from '#server/domains/operators/index.ts'
import type { PageEditing } from '#server/domains/pages/index.ts'
import type { Reports } from '#server/domains/reports/index.ts'
import type { LiveSettings, SettingValues } from '#server/domains/settings/index.ts'
import type { ContentEditing } from '#server/kit/content-editing.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { HealthLine } from '#server/kit/health.ts'

export interface AdminDomains {
  readonly db: Kysely<Database>
  readonly operators: Operators
  readonly announcements: Announcements
  readonly alarms: Pick<Alarms, 'silence' | 'endSilence' | 'silences' | 'isTold'>
  readonly settings: LiveSettings
  readonly media: Pick<Media, 'uploadedIngests' | 'findPreparing' | 'findFormer' | 'restoreEdition'>
  readonly ingestTargets: { readonly find: typeof findTargets; readonly search: typeof searchTargets }
  readonly titles: TitleEditing
  readonly titleImports: TitleImports
  readonly content: ContentEditing
  readonly people: CataloguePeople
  readonly campaigns: Pick<Campaigns, 'operatorSubmissions'>
  readonly cinema: Pick<CinemaListings, 'operatorCounter'>
  readonly contact: Pick<Contact, 'operatorCases'>
  readonly sales: Pick<Sales, 'operatorDeliveries'>
  readonly comments: Pick<Comments, 'review'>
  readonly codes: Pick<Codes, 'batches' | 'operatorBatches' | 'invoices'>
  readonly customerLists: Accounts['customerLists']
  readonly staffLists: Partners['staffLists']
  readonly customers: Customers
  readonly compensations: Compensations
  readonly pageEditing: PageEditing
  readonly previews: Pick<Previews, 'open'>
  readonly accounts: Pick<Accounts, 'read'>
  readonly orders: OperatorOrders
  readonly plans: Plans
  readonly payments: Pick<Payments, 'caseList' | 'acceptReview' | 'dismissListed' | 'settleRefund' | 'reconcile'>
  readonly agreements: Pick<Agreements, 'requestTermination' | 'listTerminations'>
  readonly finance: { readonly journal: Ledger['journal']; readonly invoices: Codes['invoices'] }
  readonly reports: Pick<Reports, 'months' | 'series' | 'top' | 'missed' | 'exportCells' | 'exportPlays'>
  readonly clock: Clock
  /** Of the site, without a slash at its end; empty where it is the console's. */
  readonly siteUrl: string
  /** Whose holders decide the call of a path that needs a second person. */
  readonly decidingRole: (path: string) => Role
  /** Frames of the film of a guid, as keys of images. */
  readonly findFrames: (programGuid: string) => Promise<readonly string[]>
  readonly readHealth: () => Promise<readonly HealthLine[]>
  /** Of the program. */
  readonly version: string
  readonly brand: () => SettingValues['brand']
  /** SMS providers with all their settings. */
  readonly smsProviders: readonly string[]
}
