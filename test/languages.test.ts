import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Chinese that no reader sees, or that names itself in its own language. Every other sentence is in `src/text` or `content`, in both languages. */
const CHINESE_IN_CODE: readonly string[] = [
  // What people type, or a file contains.
  'src/contract/links.ts',
  'src/server/domains/comments/comments.rules.ts',
  'src/server/domains/imports/cells.rules.ts',
  'src/contract/text-weights.ts',
  'src/server/domains/partners/staff-list.rules.ts',
  'src/server/domains/search/normalize.rules.ts',
  'src/contract/yes-no.ts',
  'src/web/kit/device-name.rules.ts',
  'src/web/ui/form/birthday.rules.ts',
  // The units of numbers.
  'src/web/ui/keep-units.ts',
  // Names of spoken and written languages, and of the service.
  'src/contract/language-names.ts',
  'src/server/domains/media/languages.rules.ts',
  // What the names of files say.
  'src/web/console/screens/ingest/file-match.rules.ts',
  'src/server/config.schema.ts',
  'src/web/viewer/site-config/site-config.ts',
  // Both languages beside each other.
  'src/server/commands/ingest-arguments.ts',
  'src/server/wire/admin/imports.presenter.ts',
  'src/server/wire/http/share.routes.ts',
  'src/web/kit/format.ts',
]

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')

test('no sentence in Chinese is written outside of the texts', () => {
  const files = globSync('src/{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.filter((file) => /\p{Script=Han}/u.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))))
  expect(found.toSorted()).toEqual(CHINESE_IN_CODE.toSorted())
})

const TEXTS = globSync('*.ts', { cwd: join(ROOT, 'src/text/zh_HK') }).filter((file) => !file.endsWith('.test.ts'))

test('every text has its file in both languages', () => {
  const english = globSync('*.ts', { cwd: join(ROOT, 'src/text/en_US') }).filter((file) => !file.endsWith('.test.ts'))
  expect(english.toSorted()).toEqual(TEXTS.toSorted())
})

/**
 * English has its own names of languages only where the standard ones do not fit. Chinese writes sentences without a space between them, and
 * commands print English. */
const ONE_LANGUAGE_ONLY = /(^|\.)languages\.(yue|zh)$|Join$|^contentProblem$/

/** The path of each sentence in a text: `footer.contact`. A list counts as one, however long. */
function keysOf(text: unknown, path = ''): string[] {
  if (typeof text !== 'object' || text === null || Array.isArray(text)) return [path]
  return Object.entries(text).flatMap(([name, value]) => keysOf(value, path ? `${path}.${name}` : name))
}

/** Sentences that are empty in one language only are missing there. */
function emptyIn(text: unknown, path = ''): string[] {
  if (text === '') return [path]
  if (typeof text !== 'object' || text === null) return []
  return Object.entries(text).flatMap(([name, value]) => emptyIn(value, path ? `${path}.${name}` : name))
}

test.each(TEXTS)('%s has the same sentences in both languages', async (file) => {
  const load = (language: string) => import(pathToFileURL(join(ROOT, 'src/text', language, file)).href)
  const [chinese, english] = await Promise.all([load('zh_HK'), load('en_US')])
  const inBoth = (paths: readonly string[]) => paths.filter((path) => !ONE_LANGUAGE_ONLY.test(path)).toSorted()
  expect(inBoth(keysOf({ ...english }))).toEqual(inBoth(keysOf({ ...chinese })))
  expect(inBoth(emptyIn({ ...english }))).toEqual(inBoth(emptyIn({ ...chinese })))
})
