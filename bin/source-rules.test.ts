import { expect, test } from 'vitest'
import { findCloneSize, findDeadPaths, findLines, findWording } from './source-rules.js'

const CSS = 'src/web/features/a/a.module.css'
const WIDE = '\u3000'

test.each([
  [CSS, '  font-size: 14px;', 'rem'],
  [CSS, '  font: 700 12px/1.2 var(--sans);', 'rem'],
  [CSS, '  background: linear-gradient(45deg, transparent 50%, red 0);', 'select-arrow'],
  [CSS, "[data-bucket='monthly'] { color: red }", 'base.css'],
  ['src/web/features/a/a.tsx', '<input autoComplete="one-time-code" />', 'CodeInput'],
  ['src/web/features/a/a.tsx', '<input maxLength={6} />', 'CodeInput'],
  ['content/zh_HK/faq.md', '新用戶首月免費', 'new members'],
  ['seed/plans.json', '"name": "Newcomer pass"', 'new members'],
  ['src/web/features/cinema/showtimes.tsx', `return '19:10${WIDE}2D'`, 'joinFacts'],
  ['src/text/en_US/cinema.ts', `'19:10${WIDE}2D'`, 'joinFacts'],
  ['docs/operations.md', '字'.repeat(201), '200 characters'],
  ['docs/operations.md', 'Whoever is on the list can take one.', 'who it is'],
  ['src/server/a.ts', '  /** Nobody can approve it. */', 'who it is'],
  ['src/server/a.test.ts', "  test('a comment of somebody else is hidden', () => {", 'who it is'],
  ['content/en_US/help.md', 'It renews by itself.', 'automatically'],
  ['content/en_US/help.md', 'Credits lapse then.', 'expire'],
  ['content/en_US/help.md', 'the color of the theater', 'British'],
  ['content/zh_HK/help.md', '每部裝置可下載 20 部電影', '套'],
  ['seed/pages.json', '"zh": "四部第 III 級影片"', '套'],
  ['seed/titles.json', '"synopsisEn": "He does not look up."', 'doesn’t'],
  ['seed/titles.json', '"synopsisEn": "In each programme a cook talks."', 'episode'],
])('%s may not have the line %s', (file, line, instead) => {
  expect(findLines(file, `first\n${line}\n`)).toEqual([expect.stringContaining(instead)])
  expect(findLines(file, `first\n${line}\n`)[0]).toContain(`${file}:2 `)
})

test.each([
  [CSS, '  font-size: 0.875rem;'],
  [CSS, '  font-size: 180px;'],
  ['src/web/ui/form/select-arrow.module.css', '  background: linear-gradient(45deg, transparent 50%, red 0);'],
  ['src/web/ui/form/code-input.tsx', '<input autoComplete="one-time-code" />'],
  ['src/web/features/a/a.tsx', '<input maxLength={60} />'],
  ['content/zh_HK/faq.md', 'Also: 新用戶'],
  ['src/text/zh_HK/cinema.ts', `'19:10${WIDE}2D'`],
  ['src/web/kit/join-facts.test.ts', `'19:10${WIDE}2D'`],
  ['src/server/search/split.ts', `'19:10${WIDE}2D'`],
  ['docs/operations.md', '字'.repeat(200)],
  ['docs/operations.md', 'the owner, else `nobody`'],
  ['docs/decisions/001-old.md', 'whoever asks'],
  ['src/server/a.ts', "const USUAL = ['nobody']"],
  ['content/zh_HK/help.md', '全部節目，每部裝置最多 20 套節目，每頁 5 項'],
  ['content/en_US/help.md', 'Titles are licensed for Hong Kong.'],
  ['seed/cinema.json', '"programmes": ['],
])('%s may have the line %s', (file, line) => {
  expect(findLines(file, line)).toEqual([])
})

test.each([
  ['src/text/en_US/a.ts', "'Sorry, try again'", 'what to do next'],
  ['src/text/en_US/a.ts', '"Don\'t leave"', 'curly'],
  ['src/text/en_US/a.ts', "'繁體中文'", 'English'],
  ['src/text/zh_HK/a.ts', "'請登記'", '註冊'],
  ['src/text/zh_HK/a.ts', "'好,再見'", 'full-width'],
  ['src/text/zh_HK/a.ts', '`共 ${n} 部電影`', '套'],
  ['src/text/en_US/a.ts', "'It renews by itself'", 'automatically'],
  ['src/text/en_US/a.ts', "'Your credits have lapsed'", 'expire'],
  ['src/text/en_US/a.ts', "'Favorite titles'", 'British'],
])('%s may not say %s', (file, sentence, instead) => {
  expect(findWording(file, `export const a = { b: ${sentence} }`)).toEqual([expect.stringContaining(instead)])
})

test.each([
  ['src/text/en_US/messages.ts', '"Don\'t share it"'],
  ['src/text/en_US/viewer.ts', "'繁體中文'"],
  ['src/text/en_US/a.ts', "'Try again'"],
  ['src/text/zh_HK/a.ts', "'註冊，再試'"],
  ['src/server/a.ts', "'sorry'"],
])('%s may say %s', (file, sentence) => {
  expect(findWording(file, `/* sorry */ export const a = { b: ${sentence} }`)).toEqual([])
})

test.each([
  [60, 0],
  [100, 0],
  [101, 1],
])('a clone of %s MB gives %s messages', (megabytes, messages) => {
  const listing = `100644 blob abc ${megabytes - 1}000000\ta\n100644 blob def 1000000\tb\n`
  expect(findCloneSize(listing)).toHaveLength(messages)
})

const TRACKED = ['src/contract/errors.ts', 'src/server/domains/wallet/index.ts']

test.each([
  ['docs/architecture.md', 'See `src/contract/errors.ts` and `domains/wallet`.', 0],
  ['docs/glossary.md', '`contract/gone.ts`', 1],
  ['CONTRIBUTING.md', '`src/server/adapters/payments/NAME/NAME.ts` is yours to write', 0],
  ['docs/decisions/001-old.md', '`src/gone.ts`', 0],
])('%s with %s names %s paths that do not exist', (file, text, dead) => {
  expect(findDeadPaths(file, text, TRACKED)).toHaveLength(dead)
})
