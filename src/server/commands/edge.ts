import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import type { EdgeKeys } from '#server/domains/playback/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { type Arguments, defineCommand, named, wholeNumber } from './command.ts'
import { writeNewFile } from './operator-files.ts'
import { runOnApp } from './with-app.ts'

export const EDGE = defineCommand({
  name: 'edge',
  actions: {
    key: {
      options: {
        file: { kind: named('<file>'), help: 'is written instead, for its owner alone; one that is there is replaced' },
      },
      audited: { reason: 'keys of edges' },
      help: `prints the keys with which nginx and a CDN check the grants in playback URLs, as JSON; the first time it makes one. They are derived from
the master key, and open no playlist and no content key.`,
    },
    rotate: {
      options: {
        after: {
          kind: wholeNumber({ min: 0, max: 10_080 }),
          fallback: '60',
          help: 'minutes until the new key signs: the edges need it by then',
        },
        leaked: { kind: 'flag', help: 'the new key signs at once, and edges drop all others' },
      },
      audited: 'reason required',
      help: 'makes the next key. The one before it is valid for six hours longer.',
    },
  },
  notes: `Give every edge the new keys after a rotation. An edge that lacks a key leaves its grants to Harbour, so that viewers notice nothing.`,
})

type EdgeApp = { edgeKeys: EdgeKeys; database: Pick<App['database'], 'db'>; clock: App['clock'] }
type Given = Arguments<typeof EDGE>
type Entry = { action: string; reason: string; details: Record<string, unknown> }

/** @returns what is printed */
export async function runEdge(app: EdgeApp, given: Given, from: string): Promise<readonly string[]> {
  return given.action === 'key' ? printKeys(app, given, from) : rotate(app, given)
}

async function printKeys(
  { edgeKeys, database, clock }: EdgeApp,
  { file, actor, reason }: Extract<Given, { action: 'key' }>,
  from: string,
): Promise<readonly string[]> {
  const keys = await inTransaction(database.db, async (tx) => {
    const made = await edgeKeys.ensure(tx)
    const shown = await edgeKeys.inUse(tx)
    const numbers = shown.map(({ id }) => id)
    await record(tx, { at: clock.now(), actor }, { action: 'show edge keys', reason, details: { numbers, made } })
    return Object.fromEntries(shown.map(({ id, key }) => [id, Buffer.from(key).toString('base64url')]))
  })
  const text = JSON.stringify(keys)
  if (file === undefined) return [text]
  await replaceFile(resolve(from, file), `${text}\n`)
  return [`${file} has the keys ${Object.keys(keys).join(', ')}.`]
}

async function rotate(
  { edgeKeys, database, clock }: EdgeApp,
  { after, leaked, actor, reason }: Extract<Given, { action: 'rotate' }>,
): Promise<readonly string[]> {
  const { made, signsFrom } = await inTransaction(database.db, async (tx) => {
    const done = await edgeKeys.rotate(tx, { minutes: after, hasLeaked: leaked })
    if ('possibleFrom' in done) throw new CommandError(refusalUntil(done.possibleFrom))
    const details = { number: done.made, signsFrom: done.signsFrom.toString(), leaked }
    await record(tx, { at: clock.now(), actor }, { action: 'rotate edge key', reason, details })
    return done
  })
  const next = 'Give it to every edge: npm run edge -- key.'
  return leaked
    ? [`Key ${made} signs now, and all others have ended. ${next}`]
    : [`Key ${made} signs from ${signsFrom.toString()} on. ${next}`]
}

const refusalUntil = (instant: Temporal.Instant): string =>
  `Two keys are in use. The next rotation is possible from ${instant.toString()} on; --leaked makes one at once.`

const record = (tx: Tx, by: { at: Temporal.Instant; actor: string }, entry: Entry): Promise<unknown> =>
  recordAudit(tx, { ...by, subject: 'edge keys', ...entry })

async function replaceFile(path: string, text: string): Promise<void> {
  await rm(`${path}.new`, { force: true })
  await writeNewFile(`${path}.new`, Buffer.from(text))
  await rename(`${path}.new`, path)
}

export const edgeCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runOnApp(EDGE, { config, args }, ({ domains, database, clock }, given) =>
    runEdge({ edgeKeys: domains.edgeKeys, database, clock }, given, from),
  )
