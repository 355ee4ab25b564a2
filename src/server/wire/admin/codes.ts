import * as endpoints from '#contract/admin/codes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { BatchOrder, CodeUse, OperatorBatches, ShownBatch, UseQuery } from '#server/domains/codes/index.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import { consoleCodes as enUS } from '#text/en_US/console-codes.ts'
import { consoleCodes as zhHK } from '#text/zh_HK/console-codes.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'

const subjectOf = (batchId: string): string => `code batch:${batchId}`

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

type Draft = Omit<BatchOrder, 'operatorId' | 'actor' | 'startsAt' | 'expiresAt'> & {
  startsAt?: string | undefined
  expiresAt: string | null
}

/** Only what a batch is: an input has more. */
function orderOf(given: Draft, { operatorId, actor }: Operator): BatchOrder {
  const { kind, name, count, grants, usesPerCode, newUsersOnly, partner, startsAt, expiresAt } = given
  return {
    kind,
    name,
    count,
    grants,
    usesPerCode,
    newUsersOnly,
    partner,
    startsAt: startsAt === undefined ? undefined : Temporal.Instant.from(startsAt),
    expiresAt: expiresAt === null ? null : Temporal.Instant.from(expiresAt),
    operatorId,
    actor,
  }
}

const batchOf = (batch: ShownBatch, { operatorId }: Operator) => ({
  ...batch,
  grants: [...batch.grants],
  startsAt: wireInstant(batch.startsAt),
  expiresAt: instantOrNull(batch.expiresAt),
  voidedAt: instantOrNull(batch.voidedAt),
  madeAt: wireInstant(batch.madeAt),
  fileUntil:
    batch.readyAt && batch.operatorId !== null ? wireInstant(batch.readyAt.add({ hours: endpoints.FILE_HOURS })) : null,
  fetchedAt: instantOrNull(batch.fetchedAt),
  isOwn: batch.operatorId === operatorId,
})

const useOf = ({ granted, usedAt, ...use }: CodeUse) => ({
  ...use,
  usedAt: wireInstant(usedAt),
  granted: granted.map(({ kind, amount, expiresAt }) => ({ kind, amount, expiresAt: wireInstant(expiresAt) })),
})

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

async function* rowsOf(batches: OperatorBatches, tx: Tx, { query, language }: { query: UseQuery; language: Language }) {
  const { usesFile, form } = TEXTS[language]
  yield [Object.values(usesFile)]
  for await (const part of batches.allUses(tx, query)) yield part.flatMap((use) => cellsOf(use, form.rewardKinds))
}

/** A row for each of what a use gave, in the order of `usesFile`. */
const cellsOf = (
  { usedAt, accountId, codeId, granted }: CodeUse,
  kinds: Readonly<Record<string, string>>,
): CsvCell[][] =>
  granted.map(({ kind, amount, expiresAt }) => [
    usedAt,
    accountId ?? '',
    codeId,
    kinds[kind] ?? kind,
    amount,
    expiresAt,
  ])

type Make = typeof endpoints.make

/** A second person sees what the batch is worth. */
const createMaking = (batches: OperatorBatches): { handler: AdminHandler<Make>; approvalNeed: ApprovalNeed<Make> } => ({
  approvalNeed: async (draft, { tx, operator }) => {
    const { worthCents, needsApproval } = await batches.approvalNeed(tx, orderOf(draft, operator))
    const { name, kind, count, usesPerCode } = draft
    return needsApproval ? { batchName: name, kind, codes: count, usesPerCode, worthCents } : undefined
  },

  handler: async (draft, call) => {
    const { decider, consequence } = call.approval ?? {}
    const approved = decider && { approvedBy: decider.operatorId, approvedCents: Number(consequence?.worthCents) }
    const batchId = await batches.order(call.tx, { ...orderOf(draft, call.operator), ...approved })
    const { name, kind, grants, count, usesPerCode, partner } = draft
    const details = { batchName: name, kind, grants, codes: count, usesPerCode, ...(partner !== null && { partner }) }
    await call.record({ subject: subjectOf(batchId), details })
    return { batchId }
  },
})

export const codes = bindAdmin(endpoints, ({ db, codes: { batches: all, operatorBatches: batches } }) => ({
  list: async (query, { operator }) => {
    const page = await batches.list(query)
    return { ...page, list: page.list.map((batch) => batchOf(batch, operator)) }
  },

  show: async ({ batchId }, { operator }) => batchOf(await batches.show(batchId), operator),

  tryBatch: async (draft, { operator }) => {
    const { worthCents, needsApproval } = await inTransaction(db, (tx) =>
      batches.approvalNeed(tx, orderOf(draft, operator)),
    )
    return { worthCents, way: needsApproval ? ('second' as const) : ('alone' as const) }
  },

  make: createMaking(batches),

  file: async ({ batchId, requestKey }, call) => {
    const { operatorId } = call.operator
    const fetched = await batches.fetch(call.tx, { batchId, operatorId, requestKey })
    const details = { codes: fetched.codes.length, ...(fetched.isRepeated && { repeated: true }) }
    await call.record({ subject: subjectOf(batchId), details })
    return { codes: fetched.codes }
  },

  listUses: async (query) => {
    const page = await batches.uses(query)
    return { ...page, list: page.list.map(useOf) }
  },

  exportUses: ({ filter, sort }, { language }) => ({
    fileName: 'code-uses.csv',
    rows: (tx) => rowsOf(batches, tx, { query: { filter, sort }, language }),
  }),

  look: async ({ code }, call) => {
    const { batch, orderId, expiresAt, uses, ...found } = await batches.look(call.tx, code)
    await call.record({ subject: `code:${found.codeId}`, details: { batchId: batch.batchId } })
    const { batchId, name, kind, grants } = batch
    return {
      ...found,
      batchId,
      name,
      kind,
      grants: [...grants],
      expiresAt: instantOrNull(expiresAt),
      outTradeNo: orderId ?? null,
      uses: uses.map(useOf),
    }
  },

  voidCodes: async ({ batchId, code }, call) => {
    if ((batchId === undefined) === (code === undefined)) throw new AppError('INVALID_INPUT')
    if (code !== undefined) {
      const { codeId, ...details } = await all.voidOneIn(call.tx, code)
      await call.record({ subject: `code:${codeId}`, details })
    } else {
      await all.voidAllIn(call.tx, batchId!)
      await call.record({ subject: subjectOf(batchId!), before: { voided: false }, after: { voided: true } })
    }
    return {}
  },

  giftCards: async (query) => {
    const page = await batches.giftCards(query)
    const list = page.list.map(({ orderId, grants, refundId, voidedAt: _voidedAt, usesLeft: _usesLeft, ...card }) => ({
      ...card,
      outTradeNo: orderId,
      grants: [...grants],
      isRefunded: refundId !== null,
      boughtAt: wireInstant(card.boughtAt),
      expiresAt: wireInstant(card.expiresAt),
      usedAt: instantOrNull(card.usedAt),
    }))
    return { ...page, list }
  },
}))
