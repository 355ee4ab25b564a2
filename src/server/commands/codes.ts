import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BATCH_KINDS, CODES_MAX } from '#contract/admin/codes.ts'
import { AppError } from '#contract/errors.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { BatchRow, CodeReward } from '#server/domains/codes/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type ArgumentKind, type Arguments, defineCommand, named, oneOf, text, wholeNumber } from './command.ts'
import { runOnApp } from './with-app.ts'
import { startOfHongKongDay } from '#server/kit/instants.ts'

const DATE = /^20\d\d-\d\d-\d\d$/

const day: ArgumentKind<Temporal.PlainDate> = {
  shown: '<day>',
  mustBe: 'a day, such as 2026-12-31',
  read: (given) => {
    try {
      return DATE.test(given) ? Temporal.PlainDate.from(given, { overflow: 'reject' }) : undefined
    } catch {
      return undefined
    }
  },
}

const planMonths: ArgumentKind<CodeReward> = {
  shown: '<plan>:<months>',
  mustBe: 'a plan and 1 to 12 months, such as entertainment-pass:1',
  read: (given) => {
    const [, planId, months] = /^([a-z][a-z0-9-]{0,40}):([1-9]|1[0-2])$/.exec(given) ?? []
    return planId === undefined ? undefined : { kind: 'plan', planId, amount: Number(months) }
  },
}

const count = wholeNumber({ min: 1 })

export const CODES = defineCommand({
  name: 'codes',
  actions: {
    list: { help: 'prints the batches.' },
    make: {
      help: 'writes the codes to a file that only you can read. They are stored nowhere else: void a lost code and make another.',
      options: {
        kind: { kind: oneOf(BATCH_KINDS), required: true, help: BATCH_KINDS.join(', ') },
        name: { kind: text, required: true, help: 'what the batch is for' },
        count: { kind: count, required: true, help: `1 to ${CODES_MAX}` },
        credits: { kind: count, help: 'what each code gives, or --vouchers, --tickets' },
        vouchers: { kind: count, help: 'as --credits' },
        tickets: { kind: count, help: 'as --credits' },
        days: { kind: count, fallback: '365', help: 'how long credits, vouchers and tickets last from then on' },
        plan: { kind: planMonths, help: 'the months of a plan that each code gives: entertainment-pass:1' },
        uses: { kind: count, fallback: '1', help: 'the accounts that may redeem a code; each may once' },
        newUsers: { kind: 'flag', help: 'only for members who are new' },
        partner: { kind: text, help: 'only for members of this partner; of kind partner: binds to it' },
        starts: { kind: day, help: 'the first day in Hong Kong, 2026-12-31' },
        expires: { kind: day, help: 'the last day in Hong Kong, which is included' },
        file: { kind: named('<file>'), required: true, help: 'where the codes are written' },
      },
      audited: 'reason required',
    },
    void: {
      help: 'stops what was not redeemed yet.',
      options: {
        code: { kind: named('ABCD-EFGH-JKMN-PQRS'), help: 'one code' },
        batch: { kind: named('<id>'), help: 'the codes of a batch' },
      },
      exactlyOne: ['code', 'batch'],
      audited: 'reason required',
    },
  },
})

type Given = Arguments<typeof CODES>
export type CodesMaking = Extract<Given, { action: 'make' }>
export type CodesVoiding = Extract<Given, { action: 'void' }>

export function batchOf(making: CodesMaking) {
  const { kind, name, count: codes, uses, newUsers, partner, starts, expires, reason, actor } = making
  return {
    kind,
    name,
    count: codes,
    grants: rewardsOf(making),
    usesPerCode: uses,
    newUsersOnly: newUsers,
    partner: partner ?? null,
    startsAt: starts && startOfHongKongDay(starts),
    expiresAt: expires ? startOfHongKongDay(expires.add({ days: 1 })) : null,
    reason,
    actor,
  }
}

function rewardsOf({ plan, credits, vouchers, tickets, days }: CodesMaking): CodeReward[] {
  const counted = { credits, voucher: vouchers, ticket: tickets } as const
  const rewards = Object.entries(counted).flatMap(([kind, amount]) =>
    amount === undefined ? [] : [{ kind: kind as keyof typeof counted, amount, expiresInDays: days }],
  )
  return plan ? [plan, ...rewards] : rewards
}

/**
 * Makes a batch, its file first: codes that cannot be read are never valid.
 * @returns the batch @throws CommandError for the file, AppError
 */
export async function makeCodes({ codes }: Pick<Domains, 'codes'>, making: CodesMaking): Promise<string> {
  const { file } = making
  let isWritten = false
  try {
    const { batchId } = await codes.batches.make(batchOf(making), async (made) => {
      await writeCodes(file, made)
      isWritten = true
    })
    return batchId
  } catch (error) {
    // After any other error the codes may still be valid.
    if (isWritten && error instanceof AppError) await rm(file)
    throw error
  }
}

/**
 * A new file, which only its owner can read, on the disk before the codes are valid. @throws CommandError when it exists or cannot be
 * written
 */
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

export async function voidCodes(
  { codes }: Pick<Domains, 'codes'>,
  { code, batch, reason, actor }: CodesVoiding,
): Promise<void> {
  if (code === undefined) await codes.batches.voidAll({ batchId: batch ?? '', reason, actor })
  else await codes.batches.voidOne({ code, reason, actor })
}

export function formatBatch({ batchId, kind, name, grants, ...batch }: BatchRow): string {
  const gives = grants.map(
    (reward) => `${reward.amount} ${reward.kind === 'plan' ? `× ${reward.planId}` : reward.kind}`,
  )
  const until = batch.expiresAt ? `, until ${batch.expiresAt.toString()}` : ''
  const voided = batch.voidedAt ? ', voided' : batch.voidedCodes > 0 ? `, ${batch.voidedCodes} voided` : ''
  return `${batchId}  ${kind}  “${name}”: ${gives.join(' + ')}; ${batch.codes} codes, ${batch.uses} redeemed${voided}${until}; ${batch.madeBy}`
}

export const codesCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(CODES, { config, args }, async ({ domains }, given) => {
    switch (given.action) {
      case 'make':
        return [`Made the batch ${await makeCodes(domains, given)}: its codes are in ${given.file}.`]
      case 'void':
        await voidCodes(domains, given)
        return ['Voided.']
      case 'list':
        return (await domains.codes.batches.list()).map(formatBatch)
    }
  })
