import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { CodeKind } from '#contract/codes.ts'
import { AppError } from '#contract/errors.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { type BatchRow, CODES_MAX, type GrantSpec } from '#server/domains/codes/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

/** The kinds that an operator makes; gift cards are bought. */
const KINDS = ['redeem', 'promotion', 'plan', 'partner', 'sharing'] as const satisfies readonly CodeKind[]

const USAGE = `Usage:
  npm run codes -- list
  npm run codes -- make --kind promotion --name "Spring" --count 1000 --credits 50 --file spring.csv --reason "…"
  npm run codes -- void --code ABCD-EFGH-JKMN-PQRS --reason "…"
  npm run codes -- void --batch ID --reason "…"

make writes the codes to a file that only you can read. They are nowhere else: a lost code is voided and made anew.
  --kind         ${KINDS.join(', ')}
  --count        1 to ${CODES_MAX}
  --credits      what each code gives, or --vouchers, --tickets: they last --days days from then on (365 by default)
  --plan         the months of a plan that each code gives: entertainment-pass:1
  --uses         the accounts that may redeem a code, 1 by default; each may once
  --new-users    only for members who are new
  --partner      only for members of this partner; of kind partner: binds to it
  --starts       and --expires: days in Hong Kong, 2026-12-31, the last one included
  --operator     who does it: the account of this computer by default
void stops what was not redeemed yet.
`

const TEXTS = [
  'kind',
  'name',
  'count',
  'credits',
  'vouchers',
  'tickets',
  'plan',
  'days',
  'uses',
  'partner',
  'starts',
  'expires',
  'file',
  'code',
  'batch',
  'reason',
  'operator',
] as const
type Option = (typeof TEXTS)[number]
type Given = Partial<Record<Option, string>> & { isForNewUsers: boolean }

export interface CodesMaking {
  readonly action: 'make'
  readonly kind: CodeKind
  readonly name: string
  readonly count: number
  readonly grants: readonly GrantSpec[]
  readonly usesPerCode: number
  readonly newUsersOnly: boolean
  readonly partner: string | null
  readonly startsAt: Temporal.Instant | undefined
  readonly expiresAt: Temporal.Instant | null
  readonly file: string
  readonly reason: string
  readonly actor: string
}

export interface CodesVoiding {
  readonly action: 'void'
  readonly target: { readonly code: string } | { readonly batchId: string }
  readonly reason: string
  readonly actor: string
}

/** The arguments of the command; undefined when they are wrong. */
export function readCodesCommand(args: readonly string[]): CodesMaking | CodesVoiding | { action: 'list' } | undefined {
  const [action, ...rest] = args
  const given = readOptions(rest)
  if (!given) return undefined
  if (action === 'list') return rest.length === 0 ? { action } : undefined
  if (action === 'make') return readMaking(given)
  return action === 'void' ? readVoiding(given) : undefined
}

function readOptions(args: readonly string[]): Given | undefined {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }] as const))
  const options = { ...texts, 'new-users': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const { 'new-users': isForNewUsers = false, ...others } = values as Record<string, unknown>
  const isKnown = Object.entries(others).every(
    ([name, value]) => TEXTS.some((text) => text === name) && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown || positionals.length > 0 || typeof isForNewUsers !== 'boolean') return undefined
  const trimmed = Object.entries(others as Record<string, string>).map(([name, value]) => [name, value.trim()])
  return { ...(Object.fromEntries(trimmed) as Partial<Record<Option, string>>), isForNewUsers }
}

function readMaking(given: Given): CodesMaking | undefined {
  const { name, file, reason, partner, code, batch } = given
  const kind = KINDS.find((one) => one === given.kind)
  const [count, uses, days] = [wholeOf(given.count), wholeOf(given.uses ?? '1'), wholeOf(given.days ?? '365')]
  const grants = grantsOf(given, days)
  const [startsAt, expiresAt] = [dayOf(given.starts), dayOf(given.expires, { days: 1 })]
  const isWrongDay = (given.starts && !startsAt) || (given.expires && !expiresAt)
  if (!kind || !name || !file || !reason || !count || !uses || !grants || isWrongDay || code || batch) return undefined
  return {
    action: 'make',
    kind,
    name,
    count,
    grants,
    usesPerCode: uses,
    newUsersOnly: given.isForNewUsers,
    partner: partner ?? null,
    startsAt,
    expiresAt: expiresAt ?? null,
    file,
    reason,
    actor: actorOf(given.operator),
  }
}

function readVoiding(given: Given): CodesVoiding | undefined {
  const { code, batch, reason, operator: _, isForNewUsers, ...others } = given
  if (!reason || isForNewUsers || Object.keys(others).length > 0 || (code === undefined) === (batch === undefined))
    return undefined
  const target = code === undefined ? { batchId: batch! } : { code }
  return { action: 'void', target, reason, actor: actorOf(given.operator) }
}

/** A whole number from 1; undefined for anything else. */
const wholeOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined

/** What each code gives; undefined when an amount is wrong, or there is none. */
function grantsOf({ plan, credits, vouchers, tickets }: Given, days: number | undefined): GrantSpec[] | undefined {
  if (days === undefined) return undefined
  const [, planId, months] = /^([a-z][a-z0-9-]{0,40}):([1-9]|1[0-2])$/.exec(plan ?? '') ?? []
  if (plan !== undefined && planId === undefined) return undefined
  const counted = [
    ['credits', credits],
    ['voucher', vouchers],
    ['ticket', tickets],
  ] as const
  const given = counted.filter(([, text]) => text !== undefined)
  if (given.some(([, text]) => wholeOf(text) === undefined)) return undefined
  const grants: GrantSpec[] = [
    ...(planId === undefined ? [] : [{ kind: 'plan', planId, amount: Number(months) } as const]),
    ...given.map(([kind, text]) => ({ kind, amount: Number(text), expiresInDays: days })),
  ]
  return grants.length > 0 ? grants : undefined
}

/** The start of a day in Hong Kong; undefined for none. */
function dayOf(text: string | undefined, later = { days: 0 }): Temporal.Instant | undefined {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
      .add(later)
      .toZonedDateTime('Asia/Hong_Kong')
      .toInstant()
  } catch {
    return undefined
  }
}

/** Makes a batch, its file first: codes that nobody can read are never valid. @returns the batch @throws CommandError */
export async function makeCodes({ codes }: Pick<Domains, 'codes'>, { file, ...batch }: CodesMaking): Promise<string> {
  let isWritten = false
  try {
    const { batchId } = await codes.batches.make(batch, async (made) => {
      await writeCodes(file, made)
      isWritten = true
    })
    return batchId
  } catch (error) {
    // After any other error the codes may be valid all the same.
    if (isWritten && error instanceof AppError) await rm(file)
    throw error
  }
}

/** A new file, which only its owner can read, on the disk before the codes are valid. @throws CommandError when it exists or cannot be written */
async function writeCodes(file: string, codes: readonly string[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CommandError(`There is a file ${file} already.`)
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new CommandError(`There is no folder ${dirname(file)}.`)
    if (error.code === 'EACCES' || error.code === 'EROFS') throw new CommandError(`You may not write the file ${file}.`)
    throw error
  })
  try {
    await handle.writeFile(['code', ...codes, ''].join('\r\n'))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Voids a code or a batch. @throws AppError */
export async function voidCodes({ codes }: Pick<Domains, 'codes'>, { target, ...by }: CodesVoiding): Promise<void> {
  if ('code' in target) await codes.batches.voidOne({ ...by, ...target })
  else await codes.batches.voidAll({ ...by, ...target })
}

/** One line for a batch. */
export function formatBatch({ batchId, kind, name, grants, ...batch }: BatchRow): string {
  const gives = grants.map((grant) => `${grant.amount} ${grant.kind === 'plan' ? `× ${grant.planId}` : grant.kind}`)
  const until = batch.expiresAt ? `, until ${batch.expiresAt.toString()}` : ''
  const voided = batch.voidedAt ? ', voided' : batch.voidedCodes > 0 ? `, ${batch.voidedCodes} voided` : ''
  return `${batchId}  ${kind}  “${name}”: ${gives.join(' + ')}; ${batch.codes} codes, ${batch.uses} redeemed${voided}${until}; ${batch.madeBy}`
}

/** `npm run codes`: makes, lists and voids codes. */
export async function codesCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = readCodesCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'codes', async (app) => {
    if (command.action === 'make') {
      console.log(`Made the batch ${await makeCodes(app.domains, command)}: its codes are in ${command.file}.`)
    } else if (command.action === 'void') {
      await voidCodes(app.domains, command)
      console.log('Voided.')
    } else {
      for (const batch of await app.domains.codes.batches.list()) console.log(formatBatch(batch))
    }
    return 0
  })
}
