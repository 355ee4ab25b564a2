import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at } from './clone.js'

/**
 * Counts the files below `src` that one other file of the same folder imports, by why they do not join it (decision 086), and lists
 * those without a reason: `node bin/single-importers.js`.
 */
const ALIASES = { '#contract/': 'src/contract/', '#text/': 'src/text/', '#server/': 'src/server/', '#web/': 'src/web/' }
const LINES_MAX = 400
const IMPORT = /(from|import)\s*(\(?)\s*['"]([^'"]+)['"]/g

const tracked = execFileSync('git', ['ls-files', 'src', 'test'], { cwd: at(), encoding: 'utf8', maxBuffer: 64e6 })
const texts = new Map(
  tracked
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && existsSync(at(file)))
    .map((file) => [file, readFileSync(at(file), 'utf8')]),
)
const isTest = (file) => /^test\/|\.(test|fixture)\.tsx?$/.test(file)
const linesOf = (file) => texts.get(file).split('\n').length - 1

/** The folder that a reader opens: a domain, an adapter, a feature … */
const folderOf = (file) =>
  /^src\/(?:server\/(?:domains|adapters|wire)|web\/(?:features|viewer|site))\/[^/]+/.exec(file)?.[0] ?? dirname(file)

function resolve(from, path) {
  const alias = Object.keys(ALIASES).find((one) => path.startsWith(one))
  if (alias) return ALIASES[alias] + path.slice(alias.length)
  return path.startsWith('.') ? join(dirname(from), path) : undefined
}

/** @type {Map<string, { from: string, isLazy: boolean }[]>} */
const importers = new Map([...texts.keys()].map((file) => [file, []]))
for (const [from, text] of texts)
  for (const [, , bracket, path] of text.matchAll(IMPORT))
    importers.get(resolve(from, path))?.push({ from, isLazy: bracket === '(' })

/** The first that applies. */
const REASONS = {
  'a pure rule with its own test': ({ file, tests }) => /\.rules\.tsx?$/.test(file) && tests.length > 0,
  'above 400 lines together': ({ file, importer }) => linesOf(file) + linesOf(importer) > LINES_MAX,
  'loaded lazily': ({ isLazy }) => isLazy,
  'a use case that its domain’s index imports': ({ file, importer }) =>
    file.endsWith('.service.ts') && importer === `${folderOf(file)}/index.ts`,
  'a repository: the only SQL': ({ file }) => file.endsWith('.repo.ts'),
  'a payment provider: a folder, and its stand-in in the sandbox': ({ file }) =>
    /^src\/(server\/adapters\/payments\/\w+|sandbox)\//.test(file),
  'a part with a test of its own': ({ tests }) => tests.length > 0,
}

const counts = new Map([...Object.keys(REASONS), 'none'].map((reason) => [reason, 0]))
const without = []
for (const [file, all] of importers) {
  if (isTest(file) || file.endsWith('/index.ts')) continue
  const own = all.filter(({ from }) => !isTest(from) && from !== file)
  const [first] = own
  if (!first || new Set(own.map(({ from }) => from)).size > 1 || folderOf(first.from) !== folderOf(file)) continue
  const tests = all.filter(({ from }) => isTest(from))
  const facts = { file, importer: first.from, tests, isLazy: own.every(({ isLazy }) => isLazy) }
  const reason = Object.keys(REASONS).find((one) => REASONS[one](facts)) ?? 'none'
  counts.set(reason, counts.get(reason) + 1)
  if (reason === 'none') without.push(`${file} → ${first.from}`)
}
for (const [reason, count] of counts) console.log(`${String(count).padStart(4)}  ${reason}`)
if (without.length > 0) console.log(`\nWithout a reason:\n${without.join('\n')}`)
