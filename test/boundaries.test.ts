import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Each boundary of docs/architecture.md, tested by a forbidden import: [rule, from, to]. */
const BAD_IMPORTS: [rule: string, from: string, to: string][] = [
  ['contract', 'src/contract/films.ts', 'src/server/kit/films.ts'],
  ['text', 'src/text/zh_HK/films.ts', 'src/web/kit/films.ts'],
  ['kit', 'src/server/kit/reels.ts', 'src/server/domains/catalogue/index.ts'],
  ['domains', 'src/server/domains/catalogue/films.service.ts', 'src/server/adapters/ffmpeg/films.ts'],
  ['domains', 'src/server/domains/catalogue/films.rules.ts', 'src/text/en_US/films.ts'],
  ['domain-catalogue', 'src/server/domains/catalogue/stills.ts', 'src/server/domains/pages/index.ts'],
  ['domain-access', 'src/server/domains/access/access.rules.ts', 'src/server/domains/pages/index.ts'],
  ['api-catalogue', 'src/server/domains/pages/films.service.ts', 'src/server/domains/catalogue/films.repo.ts'],
  ['adapters', 'src/server/adapters/ffmpeg/reels.ts', 'src/server/domains/catalogue/index.ts'],
  ['adapter-apart', 'src/server/adapters/storage/films.ts', 'src/server/adapters/ffmpeg/films.ts'],
  ['wire', 'src/server/wire/v2/films.ts', 'src/server/adapters/ffmpeg/films.ts'],
  ['api-catalogue', 'src/server/wire/v2/reels.ts', 'src/server/domains/catalogue/films.repo.ts'],
  ['jobs', 'src/server/jobs/films.ts', 'src/server/wire/films.ts'],
  ['only-repos-query', 'src/server/wire/v2/rows.ts', 'pg'],
  ['only-repos-query', 'src/server/domains/catalogue/prices.rules.ts', 'kysely'],
  ['only-repos-query', 'src/server/domains/catalogue/prices.service.ts', 'kysely'],
  ['web-ui', 'src/web/ui/films.tsx', 'src/contract/films.ts'],
  ['web-kit', 'src/web/kit/reels.ts', 'src/web/features/films/films.tsx'],
  ['web-viewer', 'src/web/viewer/films/reels.ts', 'src/web/features/films/films.tsx'],
  ['web-features', 'src/web/features/films/reels.tsx', 'src/web/site/films.tsx'],
  ['web-site', 'src/web/site/desk.tsx', 'src/web/console/desk.tsx'],
  ['web-console', 'src/web/console/orders.tsx', 'src/web/viewer/films/films.ts'],
  ['web-console', 'src/web/console/refunds.tsx', 'src/web/features/films/films.tsx'],
  ['web-console', 'src/web/console/reports.tsx', 'src/web/site/films.tsx'],
  ['feature-apart', 'src/web/features/films/posters.tsx', 'src/web/features/player/films.tsx'],
  ['player-engine-without-react', 'src/web/features/player/engine/frames.ts', 'react'],
  [
    'player-engine-without-react',
    'src/web/features/player/engine/stills.ts',
    'src/web/features/player/controls/films.ts',
  ],
  ['player-parts', 'src/web/features/player/captions/frames.ts', 'src/web/features/player/controls/films.ts'],
  ['player-parts', 'src/web/features/player/controls/frames.ts', 'src/web/features/player/screens/films.tsx'],
  ['sandbox', 'src/sandbox/films.ts', 'src/server/kit/films.ts'],
  ['sandbox', 'src/sandbox/reels.ts', 'src/contract/films.ts'],
  ['kit', 'src/server/kit/shows.ts', 'src/sandbox/films.ts'],
  ['commands', 'src/server/commands/reels.ts', 'src/sandbox/films.ts'],
  ['server-not-to-web', 'src/server/app.ts', 'src/web/kit/films.ts'],
  ['web-not-to-server', 'src/web/site/reels.tsx', 'src/server/kit/films.ts'],
  ['not-to-tests', 'src/server/kit/plates.ts', 'test/support/films.ts'],
  ['no-dev-packages', 'src/server/kit/checks.ts', 'vitest'],
]

/** Folders that no table lists: denied by default. */
const NEW_FOLDERS: typeof BAD_IMPORTS = [
  ['domain-festivals', 'src/server/domains/festivals/festivals.service.ts', 'src/server/domains/catalogue/index.ts'],
  ['domains', 'src/server/domains/festivals/festivals.rules.ts', 'src/text/en_US/films.ts'],
  ['api-festivals', 'src/server/domains/pages/festivals.ts', 'src/server/domains/festivals/festivals.repo.ts'],
  ['domain-pages', 'src/server/domains/pages/prizes.ts', 'src/server/domains/festivals/index.ts'],
  ['plugins', 'src/server/plugins/films.ts', 'src/server/kit/films.ts'],
  ['web-widgets', 'src/web/widgets/films.ts', 'src/web/kit/films.ts'],
  ['tools', 'src/tools/films.ts', 'src/contract/films.ts'],
]

const TYPES_ONLY = 'src/server/domains/catalogue/posters.service.ts'

const BAD = [...BAD_IMPORTS, ...NEW_FOLDERS]

/** Imports that are allowed: to every domain, and to a second app (the last three). */
const ALLOWED = [
  ['src/server/domains/festivals/tickets.service.ts', 'src/server/domains/messages/index.ts'],
  ['src/server/domains/festivals/tickets.rules.ts', 'src/contract/films.ts'],
  ['src/server/domains/festivals/tickets.repo.ts', 'src/server/kit/films.ts'],
  ['src/server/domains/festivals/seats.repo.ts', 'kysely'],
  ['src/web/console/stock.tsx', 'src/web/kit/films.ts'],
  ['src/web/console/lists.tsx', 'src/web/ui/films.tsx'],
  ['src/web/console/sums.ts', 'src/contract/films.ts'],
] as const

const root = mkdtempSync(join(tmpdir(), 'harbour-boundaries-'))
let report: { from: string; rule: { name: string } }[] = []

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

beforeAll(() => {
  const imports = new Map<string, string[]>()
  const add = (file: string, target?: string) =>
    imports.set(file, [...(imports.get(file) ?? []), ...(target ? [target] : [])])
  for (const [from, to] of [...BAD.map(([, ...pair]) => pair), ...ALLOWED]) {
    add(from, to)
    if (to.includes('/')) add(to)
  }
  add('src/server/domains/cards/loop-a.ts', 'src/server/domains/cards/loop-b.ts')
  add('src/server/domains/cards/loop-b.ts', 'src/server/domains/cards/loop-a.ts')
  for (const [file, targets] of imports) {
    const lines = targets.map(
      (target, index) => `import * as a${index} from '${target.includes('/') ? join(root, target) : target}'`,
    )
    write(file, [...lines, `export const all = [${targets.map((_, index) => `a${index}`).join(', ')}]`, ''].join('\n'))
  }
  write(TYPES_ONLY, "import type { Kysely } from 'kysely'\nexport type Db = Kysely<object>\n")
  for (const file of ['package.json', '.dependency-cruiser.cjs']) copyFileSync(file, join(root, file))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  let printed: string
  try {
    printed = execFileSync(process.execPath, [cruise, '--output-type', 'json', 'src'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  } catch (error) {
    printed = (error as { stdout: string }).stdout
  }
  report = JSON.parse(printed).summary.violations
}, 60_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(BAD)('%s refuses an import in %s of %s', (rule, from) => {
  expect(report.filter((violation) => violation.from.endsWith(from)).map((violation) => violation.rule.name)).toContain(
    rule,
  )
})

test.each(ALLOWED)('%s may import %s', (from) => {
  expect(report.filter((violation) => violation.from.endsWith(from))).toEqual([])
})

test('a service may import types of the database library', () => {
  expect(report.filter((violation) => violation.from.endsWith(TYPES_ONLY))).toEqual([])
})

test('a cycle is refused', () => {
  expect(report.some((violation) => violation.rule.name === 'no-cycles' && violation.from.includes('loop-'))).toBe(true)
})

describe('docs/architecture.md', () => {
  const [, picture = '', table = ''] = /```([^]*?)```[^]*?## Domains([^]*?)\n## /.exec(
    readFileSync('docs/architecture.md', 'utf8'),
  )!
  const domains = readdirSync('src/server/domains', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

  const { forbidden: rules } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; to: { pathNot?: string } }[]
  }

  test.each(domains)('shows the domain %s in its picture, and says in its table what it owns', (domain) => {
    expect(picture.match(/\w+/g)).toContain(domain)
    expect(table).toContain(`\n| ${domain} |`)
  })

  test.each(domains)('names the domains that %s may import, as the rule does', (domain) => {
    const named = new RegExp(String.raw`\n\| ${domain} \|[^|]*\|([^|\n]*)\|`).exec(table)?.[1]?.split(';')[0]
    const shown = domains.filter((other) => named?.match(/\w+/g)?.includes(other))
    const [, open = ''] = /\((.*)\)/.exec(rules.find(({ name }) => name === `domain-${domain}`)?.to.pathNot ?? '') ?? []
    const allowed = open.split('|').filter((other) => other !== domain && other !== 'messages')
    expect(shown.filter((other) => other !== 'messages')).toEqual(allowed.toSorted())
  })
})
