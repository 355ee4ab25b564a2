import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ERROR_CODES, errorRow } from '#contract/error-codes.ts'
import { type Language, LANGUAGES } from '#contract/languages.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { RENEWING_KINDS } from '#contract/plans.ts'
import { paying as payingEn } from '#text/en_US/paying.ts'
import { paying as payingZh } from '#text/zh_HK/paying.ts'
import { type Article, plainText } from '#web/kit/article-model.ts'
import { anchorOf, codeOf } from '#web/features/help/help-search.rules.ts'
import { FAILURE_CODE } from '#web/features/player/engine/failure.rules.ts'
import { findRoute } from '#web/site/navigation/routes.tsx'
import { DATA_VALUES, FACTS } from '#web/viewer/articles/article-values.ts'
import { compileArticle } from '../vite.articles.ts'

const FOLDER = fileURLToPath(new URL('../content/', import.meta.url))
const FILES = readdirSync(`${FOLDER}zh_HK`)
const read = (language: string, file: string): string => readFileSync(`${FOLDER}${language}/${file}`, 'utf8')
const compiled = (language: string, file: string): Article => compileArticle(read(language, file))
const anchors = ({ sections }: Article) => sections.map(({ id, parts }) => [id, parts.map((part) => part.id)])
const namesIn = (text: string) => [...text.matchAll(/\{([A-Z][A-Z0-9_]*)\}/g)].map(([, name = '']) => name)
const EACH = LANGUAGES.flatMap((language) => FILES.map((file) => [language, file] as const))

test('every article exists in both languages', () => {
  expect(readdirSync(`${FOLDER}en_US`)).toEqual(FILES)
})

describe.each(FILES)('%s', (file) => {
  test('has the same sections, in the same order, in both languages', () => {
    expect(anchors(compiled('en_US', file))).toEqual(anchors(compiled('zh_HK', file)))
    expect(compiled('en_US', file).updated).toBe(compiled('zh_HK', file).updated)
  })

  test('names each anchor once', () => {
    const all = anchors(compiled('zh_HK', file)).flat(2)
    expect(new Set(all).size).toBe(all.length)
  })

  test('states the same rules in both languages', () => {
    expect(new Set(namesIn(read('en_US', file)))).toEqual(new Set(namesIn(read('zh_HK', file))))
  })
})

test.each(EACH)('%s/%s names known values only', (language, file) => {
  const known: readonly string[] = [...Object.keys(FACTS), ...DATA_VALUES]
  expect(namesIn(read(language, file)).filter((name) => !known.includes(name))).toEqual([])
})

test.each(FILES)('the English %s has no Chinese', (file) => {
  expect(plainText(compiled('en_US', file)).match(/\p{Script=Han}+/gu)).toBeNull()
})

/** Spoken Cantonese, and words of the mainland and Taiwan. */
const OTHER_CHINESE =
  /[嘅咗喺唔冇啲佢哋嚟睇]|視頻|登錄|信息|賬號|賬戶|軟件|硬件|屏蔽|質量|隱私|簡訊|影片庫|登記帳|手機號|默認|用戶|打開方式|網絡連接|客服|充值|優惠券|充電寶/u
test.each(FILES)('the Chinese %s is formal and of Hong Kong', (file) => {
  expect(OTHER_CHINESE.exec(read('zh_HK', file))?.[0]).toBeUndefined()
})

const errorPages = (language: string) => compiled(language, 'errors.md').sections.flatMap(({ parts }) => parts)
const CODES = [
  ...new Set([...ERROR_CODES.map((code) => errorRow(code).wireCode), ...Object.values(FAILURE_CODE), 'NETWORK']),
]

test.each(CODES)('the error code %s has its page', (code) => {
  expect(errorPages('zh_HK').map(({ id }) => id)).toContain(anchorOf(code))
})

test('no page of an error code is left over', () => {
  expect(
    errorPages('zh_HK')
      .map(({ id }) => codeOf(id))
      .toSorted(),
  ).toEqual(CODES.toSorted())
})

const LINKS = EACH.flatMap(([language, file]) =>
  [...read(language, file).matchAll(/\]\(([^)]*)\)/g)].map(([, href = '']) => [file, language, href] as const),
)

test.each(LINKS)('%s (%s) links to %s, which exists or is outside', (_file, _language, href) => {
  if (href.startsWith('https://')) return expect(URL.canParse(href)).toBe(true)
  expect(href).toMatch(/^#\//)
  return expect(findRoute(href.slice(1).split('?')[0] ?? '')).toBeDefined()
})

const PROVIDERS: Record<Language, Record<string, string>> = {
  zh_HK: payingZh.providers,
  en_US: payingEn.providers,
}
/** The text of an article's section or of one of its parts. */
const textAt = (language: string, file: string, id: string): string =>
  compiled(language, file)
    .sections.flatMap((section) => [section, ...section.parts])
    .filter((part) => part.id === id)
    .map(({ blocks }) => plainText(blocks))
    .join(' ')

describe.each(LANGUAGES)('what the service does, in %s', (language) => {
  // Within a sentence a kind may begin with a small letter.
  const kindsIn = (text: string) =>
    PAYMENT_KINDS.filter((kind) => new RegExp(`(?<![a-z])${PROVIDERS[language][kind]!}(?![a-z])`, 'i').test(text))

  test('the help centre names every kind of payment', () => {
    expect(kindsIn(textAt(language, 'help.md', 'payment-kinds'))).toEqual([...PAYMENT_KINDS])
  })

  test.each([
    ['terms.md', 'pass'],
    ['help.md', 'cancel'],
    ['help.md', 'renewal-failed'],
  ])('%s #%s names the kinds that renew a pass, and no other', (file, id) => {
    expect(kindsIn(textAt(language, file, id))).toEqual([...RENEWING_KINDS])
  })

  test.each([
    ['terms.md', 'pass'],
    ['help.md', 'renewal-failed'],
  ])('%s #%s takes the days of retries from the contract', (file, id) => {
    const days = namesIn(textAt(language, file, id)).filter((name) => name.startsWith('RETRY_'))
    expect(new Set(days)).toEqual(new Set(['RETRY_FIRST_DAY', 'RETRY_SECOND_DAY', 'RETRY_LAST_DAY']))
  })
})

test.each(LANGUAGES)('the table of speeds requires 10 to 12 Mb for 3D and 4K (%s)', (language) => {
  const [, row = ''] = /^\| 3D \/ 4K \| (.*) \|$/m.exec(read(language, 'help.md')) ?? []
  expect(namesIn(row)).toEqual(['UHD_FROM_MBPS', 'UHD_TO_MBPS'])
  expect([FACTS.UHD_FROM_MBPS, FACTS.UHD_TO_MBPS].map(String)).toEqual(['10', '12'])
})

/** The line of the privacy statement's table, in Chinese, that says how long the data of a domain is kept. */
const RETENTION: Record<string, string> = {
  agreements: '付款、通行證',
  announcements: '我們發出的訊息',
  campaigns: '活動表格',
  cinema: '戲票',
  codes: '兌換紀錄',
  comments: '評論',
  compensations: '點數',
  contact: '聯絡訊息',
  library: '觀看紀錄',
  messages: '我們發出的訊息',
  notes: '客戶服務備註',
  payments: '付款、通行證',
  profiles: '個人檔案',
  rentals: '租看',
  sales: '送貨資料',
  screenings: '私人影院',
  searches: '搜尋字詞',
  'staff-plans': '員工計劃',
  streams: '觀看的裝置',
  subscriptions: '通行證',
  wallet: '點數',
}
const DOMAINS = fileURLToPath(new URL('../src/server/domains/', import.meta.url))
const DOMAINS_WITH_DATA = readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(DOMAINS + file, 'utf8').matchAll(/personalData: \{\s*name: '([^']+)'/g)])
  .map(([, name = '']) => name)

test('the privacy statement says how long each domain keeps its personal data', () => {
  const table = compiled('zh_HK', 'privacy.md')
    .sections.find(({ id }) => id === 'retention')
    ?.blocks.find(({ kind }) => kind === 'table')
  const lines = table?.kind === 'table' ? table.rows.map(([first]) => plainText(first)) : []
  expect(DOMAINS_WITH_DATA.toSorted()).toEqual(Object.keys(RETENTION).toSorted())
  for (const name of DOMAINS_WITH_DATA) {
    const line = RETENTION[name] ?? name
    expect(
      lines.some((text) => text.includes(line)),
      `${name}: ${line}`,
    ).toBe(true)
  }
})

describe('compiling', () => {
  const head = '# Title\n\nUpdated: 2026-01-02\n\n'

  test('keeps paragraphs, lists, tables, emphasis and links, and nothing of Markdown', () => {
    const article = compileArticle(
      `${head}Lead with **stress**.\n\n## One {#one}\n\n- [Help](#/help) me\n\n1. First\n\n### Part {#part}\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n`,
    )
    expect(article).toEqual({
      title: 'Title',
      updated: '2026-01-02',
      lead: [{ kind: 'text', text: ['Lead with ', { strong: 'stress' }, '.'] }],
      sections: [
        {
          id: 'one',
          heading: 'One',
          blocks: [
            { kind: 'list', items: [[{ href: '#/help', text: 'Help' }, ' me']] },
            { kind: 'steps', items: [['First']] },
          ],
          parts: [
            { id: 'part', heading: 'Part', blocks: [{ kind: 'table', head: [['A'], ['B']], rows: [[['1'], ['2']]] }] },
          ],
        },
      ],
    })
  })

  test('a line break of the source is no space between Chinese characters, and one between words', () => {
    const article = compileArticle(`${head}第一行，\n第二行\n\none\ntwo\n`)
    expect(article.lead.map(plainText)).toEqual(['第一行，第二行', 'one two'])
  })

  test.each([
    ['no title', 'Updated: 2026-01-02\n', 'begins with its title'],
    ['no date', '# Title\n\nText\n', 'after the title'],
    ['a heading without an anchor', `${head}## One\n`, 'no anchor'],
    ['HTML', `${head}<b>bold</b>\n`, 'have no'],
    ['an image', `${head}![x](y.png)\n`, 'have no image'],
    ['code', `${head}\`\`\`\ncode\n\`\`\`\n`, 'have no code'],
  ])('refuses %s', (_, markdown, message) => {
    expect(() => compileArticle(markdown)).toThrow(message)
  })
})
