import { pino } from 'pino'
import { createCatalogue, createTitleEditing } from '#server/domains/catalogue/index.ts'
import { createOperators } from '#server/domains/operators/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import type { AdminDomains } from '#server/wire/admin/domains.ts'
import { answerCall } from '#server/wire/admin/pipeline.ts'
import { titles as titleCalls } from '#server/wire/admin/titles.ts'

/**
 * A process of one node that a test can kill: `title-editor.ts {url} {work as JSON}`. It publishes titles by the wire's pipeline as the operator
 * of a session, and carries out bulk changes. It writes `started`, a line for each publication that was answered, and `over` at its end.
 */
export interface EditorWork {
  /** Of the session's cookie. */
  readonly token?: string
  readonly publications?: readonly Readonly<Record<string, unknown>>[]
  readonly bulk?: boolean
}

const [url = '', given = '{}'] = process.argv.slice(2)
const { token, publications = [], bulk = false } = JSON.parse(given) as EditorWork
const AT_ONCE = 4

const { db } = openDb({ url, max: AT_ONCE })
const clock = createTestClock()
const log = pino({ level: 'silent' })
const operators = createOperators({
  db,
  clock,
  realClock: clock,
  masterKey: Buffer.alloc(32, 7),
  messages: { send: async () => undefined },
  consoleUrl: 'http://localhost:8080',
  issuer: () => 'Harbour',
})
const titleFonts = { register: async () => undefined }
const { titleWriter } = createCatalogue({ db, clock, titleFonts, images: { register: async () => '' } })
const titles = createTitleEditing({
  db,
  clock,
  titleFonts,
  ...titleWriter,
  images: { refuse: async () => [], allow: async () => [] } as never,
  operators: { hasRole: async () => true, tell: async () => undefined },
  releaseAssets: async () => undefined,
})
const routes = titleCalls.routes({ titles } as unknown as AdminDomains)
const publish = routes.find(({ endpoint }) => endpoint.path === '/titles/publish')!
const deps = { db, clock, log, operators, routes: new Map(), fourEyes: true }

async function publishNext(left: Readonly<Record<string, unknown>>[]): Promise<void> {
  for (let fields = left.shift(); fields; fields = left.shift()) {
    const request = { address: '127.0.0.1', requestId: 'r', language: 'en_US', device: undefined, isUse: true } as const
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person publishes
    const outcome = await answerCall(deps, publish, { ...request, token, fields })
    if (outcome.kind !== 'answer') throw new Error('no answer')
    const { result, errorCode = '' } = outcome.answer.body as { result: string; errorCode?: string }
    process.stdout.write(`${String(fields.programId)} ${result} ${errorCode}\n`)
  }
}

process.stdout.write('started\n')
const left = [...publications]
await Promise.all(Array.from({ length: AT_ONCE }, () => publishNext(left)))
if (bulk) await titles.bulk.carryOutDue({ log })
process.stdout.write('over\n')
process.exit(0)
