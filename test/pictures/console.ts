import { tryBulk } from '#contract/admin/bulk.ts'
import { check as checkImport, find as findImport, titles as importTitles } from '#contract/admin/imports.ts'
import { list as listIngests, targets as findTargets } from '#contract/admin/ingest.ts'
import { history } from '#contract/admin/settings.ts'
import { UPLOADS_URL } from '#contract/admin/uploads.ts'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { consoleBulk as bulkEn } from '#text/en_US/console-bulk.ts'
import { consoleImport as importEn } from '#text/en_US/console-import.ts'
import { consoleIngest as ingestEn } from '#text/en_US/console-ingest.ts'
import { consoleOperators as operatorsEn } from '#text/en_US/console-operators.ts'
import { consoleSettings as settingsEn } from '#text/en_US/console-settings.ts'
import { consoleTitle as titleEn } from '#text/en_US/console-title.ts'
import { consoleBulk as bulkZh } from '#text/zh_HK/console-bulk.ts'
import { consoleImport as importZh } from '#text/zh_HK/console-import.ts'
import { consoleIngest as ingestZh } from '#text/zh_HK/console-ingest.ts'
import { consoleOperators as operatorsZh } from '#text/zh_HK/console-operators.ts'
import { consoleSettings as settingsZh } from '#text/zh_HK/console-settings.ts'
import { consoleTitle as titleZh } from '#text/zh_HK/console-title.ts'
import {
  type ConsoleOperator,
  createOperator,
  inviteByApi,
  saveRefused,
  setCredentials,
  signIn,
  uniqueEmail,
  visitConsole,
} from '../e2e/support/console.ts'
import { completed, declareFont, PICTURE_OPTIONS, settled, unchanged } from '../e2e/support/pictures.ts'
import { type Page, world } from '../e2e/support/world.ts'
import { answerCalls } from './answers.ts'
import { CARE_VIEWS } from './console-care.ts'
import { CUSTOMER_VIEWS } from './console-customers.ts'
import { CODE_VIEWS } from './console-codes.ts'
import { ORDER_VIEWS } from './console-orders.ts'
import { REPORT_VIEWS } from './console-reports.ts'
import { QUEUE_VIEWS } from './console-queues.ts'
import type { Picture } from './contact-sheet.ts'
import { encoded } from './encoded.ts'
import { type Studio, take } from './take.ts'

const WIDTHS = [1440, 820, 390]
const SETTINGS = { zh_HK: settingsZh, en_US: settingsEn }
const OPERATORS = { zh_HK: operatorsZh, en_US: operatorsEn }

const BULK = { zh_HK: bulkZh, en_US: bulkEn }
const TITLE = { zh_HK: titleZh, en_US: titleEn }
const INGEST = { zh_HK: ingestZh, en_US: ingestEn }
const IMPORTS = { zh_HK: importZh, en_US: importEn }

const FERRY = { programId: 'ferry', programGuid: 'ferry', title: { zh_HK: '黃昏渡輪', en_US: 'Ferry at Dusk' } }
const MARKET = { programId: 'market', programGuid: 'market.s1e2', title: { zh_HK: '街市兩日', en_US: 'Market Days' } }
const TARGETS = {
  list: [
    { ...FERRY, season: null, episode: null, hasFilm: true, releaseYear: 2024 },
    { ...MARKET, season: 1, episode: 2, hasFilm: false, releaseYear: 2025 },
  ],
}
const INGEST_JOB = {
  target: { ...FERRY, season: null, episode: null },
  files: [{ role: 'film', name: 'ferry_master.mov', bytes: 96_200_000_000 }],
  step: null,
  percent: 0,
  speed: null,
  secondsLeft: null,
  error: null,
  waitingFor: null,
  notes: [],
  isTracks: false,
  isCancelling: false,
  canRetry: false,
  createdAt: '2026-11-21T08:40:00Z',
  finishedAt: null,
}
const INGESTS = {
  next: null,
  total: 4,
  isMore: false,
  list: [
    { ...INGEST_JOB, jobId: '1', state: 'running', step: 'encode', percent: 64.2, speed: 1.8, secondsLeft: 1_440 },
    {
      ...INGEST_JOB,
      jobId: '2',
      state: 'queued',
      target: { ...MARKET, season: 1, episode: 2 },
      waitingFor: { code: 'DISK_FULL', params: {} },
    },
    {
      ...INGEST_JOB,
      jobId: '3',
      state: 'failed',
      error: { code: 'TRUNCATED', params: { file: 'ferry_master.mov' } },
      canRetry: true,
    },
    {
      ...INGEST_JOB,
      jobId: '4',
      state: 'done',
      notes: [{ code: 'LANGUAGE_UNKNOWN', params: { file: 'ferry_master.mov', detail: '#1' } }],
    },
  ],
}

const [FORMER, LATTER] = [
  { zh_HK: '港映', en_US: 'Harbour' },
  { zh_HK: '海映', en_US: 'Haven' },
]
const BRAND_HISTORY = {
  list: [
    { version: 3, before: LATTER, after: FORMER, isDefault: true, by: 'operator:陳大文', at: '2026-11-21T08:40:00Z' },
    { version: 2, before: FORMER, after: LATTER, isDefault: false, by: 'operator:Ada Lam', at: '2026-11-20T02:15:00Z' },
  ],
}

const IMPORT_COUNTS = { added: 912, changed: 40, unchanged: 45, wrong: 3 }
const IMPORT = {
  isHeld: false,
  importId: 'i1',
  fileName: 'catalogue-2026.csv',
  by: 'operator:Ada Lam',
  createdAt: '2026-11-21T08:00:00Z',
  finishedAt: '2026-11-21T08:01:20Z',
  ...IMPORT_COUNTS,
  total: 1_000,
  ingests: { open: 640, done: 300, failed: 2 },
}
const noFilms = { open: 0, done: 0, failed: 0 }
const IMPORT_ROWS = [
  {
    reference: 'HM-0017',
    line: 18,
    title: { zh_HK: '冬渡', en_US: 'Winter ferry' },
    outcome: 'wrong',
    problems: [
      { line: 18, column: 'windows', message: '「12-01」沒有年份。' },
      {
        line: 18,
        column: 'actors',
        message: '未能確定「李明」是誰。請以 id 註明：李明 / Lee Ming (id:p2)；李明 / Li Ming (id:p3)。',
      },
    ],
  },
  {
    reference: 'HS-0007',
    line: 42,
    title: { zh_HK: '渡輪人家', en_US: 'Ferry people' },
    outcome: 'wrong',
    problems: [{ line: 45, column: 'film', message: '找不到 films/hs-0007-3.mp4。' }],
  },
  {
    reference: 'HM-0042',
    line: 77,
    title: { zh_HK: '海上的燈', en_US: 'Lamps at sea' },
    outcome: 'added',
    problems: [],
  },
]

async function tryImport(page: Page, language: Language): Promise<void> {
  const checked = {
    ...IMPORT_COUNTS,
    total: 1_000,
    newPeople: 216,
    people: [],
    films: 930,
    problems: [],
    missingFiles: ['films/hs-0007-3.mp4', 'posters/hm-0099.jpg'],
    titles: IMPORT_ROWS.map((row) => ({ ...row, isPublished: true, films: 1 })),
    report: '',
  }
  await answerCalls(page, [[checkImport, checked]])
  // It never arrives.
  await page.route(`**${UPLOADS_URL}`, () => undefined)
  const table = { name: 'catalogue-2026.csv', mimeType: 'text/csv', buffer: Buffer.from('reference') }
  const film = { name: 'hs-0007-3.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(3_000_000) }
  await page.getByTestId('files').setInputFiles([table, film])
  await page.getByRole('radio', { name: IMPORTS[language].show.all }).waitFor({ state: 'attached' })
}

async function showImport(page: Page): Promise<void> {
  const list = IMPORT_ROWS.map((row) => ({ ...row, programId: null, ingests: noFilms }))
  const titles = { list, next: null, total: 3, isMore: false }
  await answerCalls(page, [
    [findImport, IMPORT],
    [importTitles, titles],
  ])
  await page.evaluate(() => (location.hash = '#/import?import=i1'))
  await page.getByText('HS-0007', { exact: true }).waitFor()
}

interface View {
  name: string
  address: string
  act?: (page: Page, language: Language) => Promise<unknown>
}

async function openTitle(page: Page): Promise<void> {
  await page.locator('[data-row]').first().click()
  await page.locator('#section-texts').waitFor()
  // The issues come once the draft has been looked at.
  await page.locator('[aria-busy=false] li').first().waitFor()
}

const BULK_PREVIEW = {
  found: 60,
  changed: 57,
  rentals: 4,
  skipped: 3,
  skip: [
    { programId: 'ferry', title: FERRY.title, reason: 'CHANGED' },
    { programId: 'market', title: MARKET.title, reason: 'NEVER_PUBLISHED' },
    { programId: 'lantern', title: { zh_HK: '燈籠街', en_US: 'Lantern Street' }, reason: 'NEVER_PUBLISHED' },
  ],
}

async function selectTitles(page: Page): Promise<void> {
  const boxes = page.locator('tbody input[type=checkbox]')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}

async function chooseBulk(page: Page, language: Language, field: keyof typeof bulkZh.fields): Promise<void> {
  await selectTitles(page)
  await page.getByRole('button', { name: BULK[language].change }).click()
  await page.getByLabel(BULK[language].field).selectOption(field)
}

export const VIEWS: readonly View[] = [
  { name: 'console-home', address: '/' },
  { name: 'console-approvals', address: '/approvals' },
  { name: 'console-people', address: '/people' },
  { name: 'console-operators', address: '/operators' },
  {
    name: 'console-operator',
    address: '/operators',
    act: (page) => page.locator('[data-row]').first().click(),
  },
  {
    name: 'console-invite',
    address: '/operators',
    act: (page, language) => page.getByRole('button', { name: OPERATORS[language].invite }).click(),
  },
  ...(['stepUp', 'sessionEnded', 'conflict'] as const).map((refusal) => ({
    name: `console-${refusal}`,
    address: '/operators',
    act: (page: Page) => saveRefused(page, refusal),
  })),
  {
    name: 'console-ingest',
    address: '/ingest',
    act: async (page, language) => {
      await answerCalls(page, [
        [listIngests, INGESTS],
        [findTargets, TARGETS],
      ])
      // It never arrives.
      await page.route(`**${UPLOADS_URL}`, () => undefined)
      const film = { name: 'snow_4k_master.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(3_000_000) }
      const subtitles = { name: 'snow_4k_master.zh-Hant.srt', mimeType: '', buffer: Buffer.alloc(40_000) }
      await page.getByTestId('files').setInputFiles([film, subtitles])
      await page.getByPlaceholder(INGEST[language].targetHint).fill('s')
      await page.getByRole('list', { name: INGEST[language].targets }).waitFor()
    },
  },
  { name: 'console-import', address: '/import', act: tryImport },
  { name: 'console-import-result', address: '/import', act: showImport },
  { name: 'console-settings', address: '/settings' },
  {
    name: 'console-settings-history',
    address: '/settings',
    act: async (page, language) => {
      const text = SETTINGS[language]
      const brand = page.getByRole('region', { name: text.groups.brand.title })
      const apps = page.getByRole('region', { name: text.groups.apps.title })
      await apps.locator('input').first().fill('http://apps.example.com/harbour')
      await apps.locator('button[type=submit]').click()
      // The pictures of the other language are taken at the same time: nothing is saved.
      await answerCalls(page, [[history, BRAND_HISTORY]])
      await brand.getByRole('button', { name: text.history }).click()
      await brand.getByRole('list', { name: text.historyOf(text.groups.brand.title) }).waitFor()
      await brand.scrollIntoViewIfNeeded()
    },
  },
  { name: 'console-audit', address: '/audit', act: (page) => page.locator('[data-row]').first().click() },
  { name: 'console-titles', address: '/titles' },
  { name: 'console-titles-selected', address: '/titles', act: selectTitles },
  {
    name: 'console-bulk',
    address: '/titles',
    act: (page, language) => chooseBulk(page, language, 'vodTypes'),
  },
  {
    name: 'console-bulk-preview',
    address: '/titles',
    act: async (page, language) => {
      const text = BULK[language]
      await answerCalls(page, [[tryBulk, BULK_PREVIEW]])
      await chooseBulk(page, language, 'credits')
      await page.getByRole('textbox', { name: text.fields.credits }).fill('45')
      await page.getByRole('button', { name: text.preview }).click()
      await page.getByRole('dialog', { name: text.previewTitle }).waitFor()
    },
  },
  { name: 'console-title', address: '/titles', act: openTitle },
  { name: 'console-title-series', address: '/titles?classify=drama', act: openTitle },
  { name: 'console-title-new', address: '/titles/new' },
  {
    name: 'console-title-tracks',
    // A film of the demo that plays.
    address: '/titles/tram',
    act: async (page, language) => {
      await encoded(['tram'])
      await page.reload()
      await settled(page)
      // They never arrive.
      await page.route(`**${UPLOADS_URL}`, () => undefined)
      const files = page.locator('#section-files')
      await files.getByRole('button', { name: TITLE[language].tracks }).first().click()
      const dub = { name: 'ferry.cmn.m4a', mimeType: 'audio/mp4', buffer: Buffer.alloc(3_000_000) }
      const subtitles = { name: 'ferry.pt.srt', mimeType: '', buffer: Buffer.alloc(40_000) }
      await page.getByTestId('files').setInputFiles([dub, subtitles])
      await files.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'console-title-publish',
    address: '/titles',
    act: async (page) => {
      await openTitle(page)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  ...CUSTOMER_VIEWS,
  ...CODE_VIEWS,
  ...ORDER_VIEWS,
  ...REPORT_VIEWS,
  ...QUEUE_VIEWS,
  ...CARE_VIEWS,
  { name: 'console-keys', address: '/', act: (page) => page.keyboard.press('?') },
]
const ENTRANCE = ['console-welcome', 'console-sign-in']

/** The pages of the console, in both languages and three widths. None where no name of them is wanted. */
export function consoleWorks(
  studio: Studio,
  isWanted: (view: { name: string }) => boolean,
  onPicture: (picture: Picture) => void,
): (() => Promise<void>)[] {
  const views = VIEWS.filter(isWanted)
  const entrance = ENTRANCE.filter((name) => isWanted({ name }))
  if (views.length + entrance.length === 0) return []
  return LANGUAGES.map((language) => () => photograph(language))

  async function photograph(language: Language): Promise<void> {
    const email = uniqueEmail('ada')
    const colleague = uniqueEmail('ben')
    const token = await createOperator({
      email,
      name: 'Ada Lam',
      roles: ['administrator', 'catalogue', 'care', 'finance'],
    })
    await createOperator({ email: colleague, name: '陳大文', roles: ['finance', 'administrator'] })
    const prepare = (page: Page) => declareFont(page, studio.font)
    const options = { ...PICTURE_OPTIONS, extraHTTPHeaders: {} }
    const { page, errors } = await visitConsole(`/welcome/${token}`, { language, prepare, options })
    const shoot = async (name: string) => {
      for (const width of studio.width ? [studio.width] : WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await completed(page)
        await unchanged(page)
        onPicture(await take(studio, page, { name, caption: language, errors: errors.splice(0), fullPage: false }))
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const whenKept = async () => void (entrance.includes('console-welcome') && (await shoot('console-welcome')))
    const operator: ConsoleOperator = await setCredentials(page, { email, name: 'Ada Lam', language, whenKept })
    await settled(page)
    if (entrance.includes('console-sign-in')) await shoot('console-sign-in')
    await signIn(page, operator, language)
    await page.locator('nav').waitFor()
    await inviteByApi(page, { email: uniqueEmail('cy'), name: 'Cy Ng', roles: ['care', 'finance'] })
    const failures: string[] = []
    for (const [at, { name, address, act }] of views.entries()) {
      const show = async () => {
        await page.goto(`${world.url}/console/?${at}#${address}`, { waitUntil: 'domcontentloaded' })
        await settled(page)
        await page.locator('main h1').waitFor()
        await act?.(page, language)
        await shoot(name)
      }
      await show().catch(({ message }: Error) => failures.push(`${name}: ${message}`))
      await page.unrouteAll()
    }
    await page.context().close()
    if (failures.length > 0) throw new Error(failures.join('\n'))
  }
}
