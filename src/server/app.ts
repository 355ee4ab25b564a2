import type { Language } from '#contract/languages.ts'
import { optOutPath } from '#server/wire/http/opt-out.routes.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createTitleFaceCutter } from '#server/adapters/fonts/title-font-subsetter.ts'
import { createImageCodec } from '#server/adapters/images/image-codec.ts'
import { openMediaStore, type StoreSettings } from '#server/adapters/storage/media-store.ts'
import { newObjectsOf } from '#server/adapters/storage/new-objects.ts'
import { openUploadStore } from '#server/adapters/storage/upload-store.ts'
import { createAccess } from '#server/domains/access/index.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { type Announcements, createAnnouncements } from '#server/domains/announcements/index.ts'
import { type Accounts, createAccounts, createRefusedAddresses } from '#server/domains/accounts/index.ts'
import type { DomainModule } from './domains/domain-module.ts'
import type { Codes } from '#server/domains/codes/index.ts'
import { createComments } from '#server/domains/comments/index.ts'
import { createCompensations } from '#server/domains/compensations/index.ts'
import { createCustomers } from '#server/domains/customers/index.ts'
import type { Screenings } from '#server/domains/screenings/index.ts'
import { createCards } from '#server/domains/cards/index.ts'
import {
  type Catalogue,
  CATALOGUE_CHANNEL,
  createCatalogue,
  createCataloguePeople,
  createTitleEditing,
} from '#server/domains/catalogue/index.ts'
import {
  createImages,
  createTitleFonts,
  requestImages,
  requestTitleFonts,
  titleFontUrl,
} from '#server/domains/images/index.ts'
import { createTitleImports } from '#server/domains/imports/index.ts'
import { createLapseNotices, createLedger, type Ledger } from '#server/domains/ledger/index.ts'
import { createLibrary } from '#server/domains/library/index.ts'
import { createMessages, type Messages } from '#server/domains/messages/index.ts'
import { createMedia, findUpload, type MediaStore, openWorkFolder } from '#server/domains/media/index.ts'
import { createOperators } from '#server/domains/operators/index.ts'
import { createPageEditing, createPages } from '#server/domains/pages/index.ts'
import { createPreviews } from '#server/domains/previews/index.ts'
import { knownGoods } from '#server/domains/sales/index.ts'
import { createEdgeKeys, createPlayback, createPlaybackReports, createStreams } from '#server/domains/playback/index.ts'
import { createProfiles, createFirstProfile, viewerProfiles } from '#server/domains/profiles/index.ts'
import { createProgress } from '#server/domains/progress/index.ts'
import { createRecommendations } from '#server/domains/recommendations/index.ts'
import { createRentals } from '#server/domains/rentals/index.ts'
import { createSettings, isOver, type LiveSettings } from '#server/domains/settings/index.ts'
import { findHeldPlan, type Subscriptions } from '#server/domains/subscriptions/index.ts'
import { createSearch, type Search } from '#server/domains/search/index.ts'
import { createPlays } from '#server/domains/plays/index.ts'
import { createReports } from '#server/domains/reports/index.ts'
import { createVisits } from '#server/domains/visits/index.ts'
import { createWebhooks } from '#server/domains/webhooks/index.ts'
import { type Clock, systemClock } from '#server/kit/clock.ts'
import type { ContentImport } from '#server/kit/content-import.ts'
import { inContentTransaction } from '#server/kit/content-records.ts'
import { type DbHandle, openDb, type ProcessLimits, withLock } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { createQueue, type Queue } from '#server/kit/queue.ts'
import type { Config, Settings } from './config.ts'
import { addressOf } from './config.rules.ts'
import { nodeIdOf } from './node-id.ts'
import { GENRE_NAMES } from './genre-names.ts'
import { createRenderer } from './jobs/messages.presenter.ts'
import { openPaymentProviders, type PaymentProviders, type SandboxAccess } from './payment-providers.ts'
import { createAlarming } from './alarming.ts'
import { createCommerce } from './commerce.ts'
import { settingDefaults } from './setting-defaults.ts'
import { openSenders, type Senders, switchedProvider } from './senders.ts'
import { cleanImage } from '#server/adapters/images/upload-codec.ts'
import { type Campaigns, createCampaigns } from '#server/domains/campaigns/index.ts'
import { createContact } from '#server/domains/contact/index.ts'
import { createUploads } from '#server/domains/uploads/index.ts'

export interface AppOptions {
  config: Config
  databaseUrl: string
  masterKey: Buffer
  log: Log
  clock: Clock
  /** Of a process of the service. Commands have none. */
  limits?: ProcessLimits
  /** Requests wait for what it does. */
  isWeb?: boolean
  /** Default: a queue on the same database. */
  queue?: Queue
  /** The provider sandbox, which stands in for kinds of payment without credentials. */
  sandbox?: SandboxAccess | undefined
}

export type Domains = Awaited<ReturnType<typeof createDomains>>

type DataFolder = Pick<Settings<'server'>, 'DATA_DIR'>

type StoreConfig = Settings<'media'> & DataFolder & Pick<Settings<'database'>, 'BACKUP_STORE'>

const storeSettings = (config: StoreConfig, folder: string): StoreSettings => ({
  address: config.MEDIA_STORE,
  folder: join(config.DATA_DIR, folder),
  region: config.S3_REGION,
  endpoint: config.S3_ENDPOINT,
  accessKeyId: config.S3_ACCESS_KEY_ID,
  secretAccessKey: config.S3_SECRET_ACCESS_KEY,
})

export const openStore = (config: StoreConfig, promptWrites = false): Promise<MediaStore> =>
  openMediaStore({ ...storeSettings(config, 'media'), promptWrites, newObjects: newObjectsOf(config) })

export const openBackupStore = (config: StoreConfig & { readonly BACKUP_STORE: string }): Promise<MediaStore> => {
  const { BACKUP_STORE: address } = config
  const settings = storeSettings(config, 'media')
  const isBucket = address.startsWith('s3://')
  return openMediaStore(isBucket ? { ...settings, address } : { ...settings, address: 'file', folder: address })
}

/** The images of avatars, which are needed without the demo as well. */
const AVATAR_FOLDER = fileURLToPath(new URL('../../seed/images/avatars', import.meta.url))

const imageUrl = (key: string): string => `/i/${key}`

/** The working folder of ingest jobs. */
export const workFolderOf = (config: DataFolder): string => join(config.DATA_DIR, 'work')

interface Parts extends Omit<AppOptions, 'limits' | 'isWeb' | 'queue' | 'sandbox'> {
  database: DbHandle
  queue: Queue
  store: MediaStore
  senders: Senders
  settings: LiveSettings
  paymentProviders: PaymentProviders
}

/** `modules` are those of all domains, read once all exist. */
function createPeople(
  { config, masterKey, log, clock, database: { db, reads }, senders, settings }: Parts,
  ledger: Ledger,
  later: {
    modules: () => readonly DomainModule[]
    subscriptions: () => Subscriptions
    redemptions: () => Codes['redemptions']
    announcements: () => Pick<Announcements, 'isWanted'>
  },
) {
  const render = createRenderer(() => settings.current().brand, settings.current)
  const messages = createMessages({
    db,
    clock,
    log,
    ...senders,
    render,
    addresses: createRefusedAddresses({ db, clock }),
    isWanted: (announcement) => later.announcements().isWanted(announcement),
    keepSecrets: config.HARBOUR_TEST,
  })
  const accounts = createAccounts({
    db,
    reads,
    clock,
    log,
    masterKey,
    messages,
    profiles: viewerProfiles,
    onAccountCreated: [createFirstProfile],
    personalData: () => later.modules().flatMap(({ personalData }) => personalData ?? []),
    smsPerDay: () => settings.current().limits.smsPerDay,
    isRegistrationOpen: () => isOver(settings.current().registration.closedUntil, clock.now()),
    promotionCodes: later.redemptions,
    getBalances,
  })
  return { messages, accounts, render }

  /** What an account owns: credits (ledger), its plan, and whether it had one (subscriptions). */
  async function getBalances(accountId: string) {
    const [points, plan, { hadPlan }] = await Promise.all([
      ledger.points(accountId),
      findHeldPlan(reads, { accountId, now: clock.now() }),
      later.subscriptions().starts.factsOf(accountId),
    ])
    return { ...points, plan, hadTrial: hadPlan }
  }
}

/** A worker prepares both as soon as the catalogue changes. */
function createImagery({ config, clock, database: { db }, queue, store }: Parts, isBusy: () => Promise<boolean>) {
  const shared = { db, clock, store, wakeOn: CATALOGUE_CHANNEL }
  const encoding = { isBusy, isAvifMade: config.IMAGE_ENCODING !== 'webp', codec: createImageCodec() }
  const images = createImages({ ...shared, ...encoding, requestWork: requestImages(queue) })
  const cutter = createTitleFaceCutter({ weight: 800 })
  return { images, titleFonts: createTitleFonts({ ...shared, cutter, requestWork: requestTitleFonts(queue) }) }
}

interface PlayingDeps {
  readonly media: Awaited<ReturnType<typeof createVideos>>
  readonly catalogue: Catalogue
  readonly accounts: Accounts
  readonly screenings: Pick<Screenings, 'seats'>
}

function createPlaying(
  { config, masterKey, clock, database: { db, reads }, settings }: Parts,
  { media, catalogue, accounts: { sessions }, screenings: { seats } }: PlayingDeps,
) {
  const access = createAccess({ db: reads, clock })
  const limits = {
    get withoutPlan() {
      return settings.current().limits.streams
    },
    get withPlan() {
      return settings.current().limits.streamsWithPlan
    },
  }
  const streams = createStreams({ db, reads, clock, access, devices: sessions, titles: catalogue, limits })
  const edgeKeys = createEdgeKeys({ db, clock, masterKey })
  const hosts = { free: config.FREE_HOST_BASE, main: config.MAIN_HOST_BASE, uhd: config.UHD_HOST_BASE }
  const given = { media, access, seats, sessions, streams, edgeKeys, hosts }
  return { access, streams, edgeKeys, playback: createPlayback({ clock, masterKey, titles: catalogue, ...given }) }
}

async function createVideos(parts: Parts, { titleWriter }: Pick<Catalogue, 'titleWriter'>) {
  const { config, masterKey, log, clock, store } = parts
  const transcoder = createFfmpeg(await findBinaries({ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH }), {
    hidden: [config.DATA_DIR],
  })
  const { db } = parts.database
  const find = (uploadId: string) => findUpload(db, uploadId)
  const uploadStore = await openUploadStore(storeSettings(config, 'uploads'), { store, find })
  return createMedia({
    db,
    clock,
    log,
    store,
    uploadStore,
    transcoder,
    masterKey,
    titles: titleWriter,
    lock: lockIn(parts),
    workFolder: workFolderOf(config),
    nodeId: await nodeIdOf(config.DATA_DIR),
  })
}

/** Work of one key runs in one process at a time. */
const lockIn =
  ({ databaseUrl }: Pick<Parts, 'databaseUrl'>) =>
  <T>(key: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined> =>
    withLock(databaseUrl, key, work)

const createConsoleOperators = ({ config, masterKey, clock, database: { db }, settings }: Parts, messages: Messages) =>
  createOperators({
    db,
    clock,
    realClock: systemClock,
    masterKey,
    messages,
    consoleUrl: config.CONSOLE_URL ?? addressOf(config, config.PORT),
    issuer: () => settings.current().brand.en_US,
  })

/** Each domain is created after those that it calls, but for the few that are read when they are called. */
async function createDomains(parts: Parts) {
  const { config, masterKey, log, clock, database, settings } = parts
  const { IMPORT_FOLDER: folder, CAMPAIGN_LINK_HOSTS: linkHosts } = config
  const { db, reads, fixedPlanDb, replica } = database
  const base = { db, clock, log, masterKey }
  const siteUrl = addressOf(config, config.PORT)

  const ledger = createLedger({ ...base, reads })
  const { messages, accounts, render } = createPeople(parts, ledger, {
    modules: () => modulesOf(domains),
    subscriptions: () => commerce.subscriptions,
    redemptions: () => commerce.codes.redemptions,
    announcements: () => announcements,
  })
  const operators = createConsoleOperators(parts, messages)

  // Images can be encoded on demand; films cannot.
  const onlyOnDemand = async () => config.IMAGE_ENCODING !== 'ahead' || (await media.ingest.background()).left > 0
  const { images, titleFonts } = createImagery(parts, onlyOnDemand)
  const onTitlesChanged: Search['index']['refresh'] = (tx, programIds) => search.index.refresh(tx, programIds)
  const catalogue = createCatalogue({ ...base, reads, fixedPlanDb, replica, titleFonts, images, onTitlesChanged })
  const media = await createVideos(parts, catalogue)
  const subtitles = { readLines: media.readSubtitleLines }
  const search = createSearch({ ...base, reads, fixedPlanDb, replica, catalogue, subtitles, genreNames: GENRE_NAMES })

  const cataloguePeople = createCataloguePeople({ ...base, onTitlesChanged })
  const titles = createTitleEditing({
    ...base,
    titleFonts,
    images,
    onTitlesChanged,
    operators: operators.people,
    attachAsset: catalogue.titleWriter.attachAsset,
    releaseAssets: media.release,
  })
  const titleImports = createTitleImports({ ...base, titles, people: cataloguePeople, images, media, folder })
  const pageEditing = createPageEditing({ ...base, knownGoods, operators: operators.people })
  const previews = createPreviews({ ...base, titles, pages: pageEditing })

  const rentals = createRentals({ ...base, ledger, titles: catalogue, catalogue })
  const commerce = createCommerce(parts, { accounts, messages, ledger, rentals })
  const { subscriptions, payments, screenings } = commerce

  const { access, streams, edgeKeys, playback } = createPlaying(parts, { media, catalogue, accounts, screenings })
  const library = createLibrary({ ...base, catalogue, rights: playback.authorization })
  const progress = createProgress({ ...base, accounts, playback, streams, library })
  const profiles = createProfiles({ ...base, accounts, messages, avatars: { images, folder: AVATAR_FOLDER, imageUrl } })
  const cards = createCards({ db: reads, clock, access, catalogue, imageUrl, titleFont: titleFontUrl })
  const recommendations = createRecommendations({ ...base, catalogue, lock: lockIn(parts) })
  const pages = createPages({ ...base, catalogue, cards, library, recommendations, images })
  const isOpen = () => isOver(settings.current().comments.closedUntil, clock.now())
  const comments = createComments({ ...base, accounts, messages, catalogue, isOpen })

  const uploads = createUploads({ ...base, accounts, store: parts.store, cleanImage })
  const contact = createContact({ ...base, accounts, uploads, messages })
  const campaigns: Campaigns = createCampaigns({ ...base, accounts, uploads, catalogue, cards, images, linkHosts })
  const optOutUrl = (accountId: string, language: Language) =>
    siteUrl + optOutPath(accounts.marketing.optOutToken(accountId), language)
  const announcements: Announcements = createAnnouncements({ ...base, messages, render, siteUrl, optOutUrl })
  const alarms = createAlarming(parts, { modules: () => modulesOf(domains), operators, media, messages })
  const lapseNotices = createLapseNotices({ ...base, messages })
  const { decide } = playback.authorization
  const bought = { profiles, ledger, subscriptions, payments, titles: catalogue, decide }
  const customers = createCustomers({ ...base, accounts, ...bought, accountLink: () => `${siteUrl}/#/setup` })
  const compensations = createCompensations({ ...base, accounts, messages, rentals })
  const [playbackReports, visits] = [createPlaybackReports({ db, clock }), createVisits({ db, clock })]
  const [plays, reports] = [createPlays({ db, clock }), createReports({ db, clock })]

  // Personal data is exported in the order of the domains, and erased in the reverse order.
  const members = { accounts, messages, profiles, library, comments, ledger, streams, lapseNotices, rentals, search }
  const sent = { uploads, campaigns, announcements, alarms, contact, operators, settings }
  const edited = { titles, cataloguePeople, pageEditing, previews, titleImports }
  const shown = { catalogue, images, titleFonts, media, cards, recommendations, pages, playback, progress, edgeKeys }
  const counted = { playbackReports, visits, plays, reports, customers, compensations }
  const others = { ...members, ...commerce, ...sent, ...edited, ...shown, ...counted }
  const endpoints = modulesOf(others).flatMap(({ webhooks = [] }) => webhooks)
  const domains = { ...others, webhooks: createWebhooks({ ...base, endpoints }) }
  return domains
}

const modulesOf = (domains: Readonly<Record<string, object>>): DomainModule[] =>
  Object.values(domains).flatMap((domain: { domainModule?: DomainModule }) => domain.domainModule ?? [])

/** Nothing listens or works before a role is started. */
export interface App extends Omit<Parts, 'masterKey'> {
  domains: Domains
  modules: readonly DomainModule[]
  content: ContentImport
  /** A running role is stopped first. */
  close(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, databaseUrl, masterKey, log, clock, limits } = options
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const onSecondConnection = (error: Error) => log.error({ err: error }, 'a transaction waits for a second connection')
  const database = openDb({
    url: databaseUrl,
    onError,
    ...limits,
    ...(!config.HARBOUR_TEST && { onSecondConnection }),
  })
  const queue = options.queue ?? createQueue({ url: databaseUrl, log, max: limits?.maxQueue })
  const store = await openStore(config, options.isWeb)
  const senders = openSenders(config, {
    print: (line) => process.stdout.write(`${line}\n`),
    switchedProvider: () => switchedProvider(settings.current().sms, clock.now()),
    onReceipt: (receipt) => {
      domains.messages
        .recordReceipt(receipt)
        .catch((error: unknown) => log.error({ err: error }, 'delivery receipt not processed'))
    },
  })
  await openWorkFolder(workFolderOf(config))
  const settings = createSettings({ db: database.db, clock, log, defaults: settingDefaults(config) })
  await settings.refresh()
  const brand = () => settings.current().brand.en_US
  const paymentProviders = openPaymentProviders(config, { sandbox: options.sandbox, brand })
  const opened = { database, queue, store, senders, settings, paymentProviders }
  const parts: Parts = { config, databaseUrl, masterKey, log, clock, ...opened }
  const domains = await createDomains(parts)
  const close = async () => {
    await senders.close()
    await database.close()
  }
  const modules = modulesOf(domains)
  const content: ContentImport = {
    clock,
    parts: modules.flatMap((one) => one.content ?? []),
    transaction: (work) => inContentTransaction(database.db, work),
    audit: recordAudit,
  }
  const { masterKey: _, ...shared } = parts
  return { ...shared, domains, modules, content, close }
}
