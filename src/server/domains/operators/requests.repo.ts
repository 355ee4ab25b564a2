import type { Db, Tx } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    operator_request: {
      operator_id: string
      request_key: string
      input_hash: Buffer
      answer: unknown
      at: Temporal.Instant
    }
  }
}

/** How long the answer of a change is kept. */
const REQUEST_HOURS = 24

type RequestKey = { operatorId: string; requestKey: string }

/**
 * Reserves the key of a change for this transaction; another one with the same key waits for it.
 * @returns undefined for a new key, else what was asked and answered
 */
export async function reserveRequest(
  tx: Tx,
  { operatorId, requestKey, inputHash, now }: RequestKey & { inputHash: Buffer; now: Temporal.Instant },
): Promise<{ inputHash: Buffer; answer: unknown } | undefined> {
  const fresh = now.subtract({ hours: REQUEST_HOURS })
  const inserted = await tx
    .insertInto('operator_request')
    .values({ operator_id: operatorId, request_key: requestKey, input_hash: inputHash, answer: '{}', at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['operator_id', 'request_key'])
        .doUpdateSet({ input_hash: inputHash, answer: '{}', at: now })
        .where('operator_request.at', '<=', fresh),
    )
    .returning('request_key')
    .executeTakeFirst()
  if (inserted) return undefined
  return tx
    .selectFrom('operator_request')
    .select(['input_hash as inputHash', 'answer'])
    .where('operator_id', '=', operatorId)
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
}

export async function writeAnswer(
  tx: Tx,
  { operatorId, requestKey, answer }: RequestKey & { answer: object },
): Promise<void> {
  await tx
    .updateTable('operator_request')
    .set({ answer: JSON.stringify(answer) })
    .where('operator_id', '=', operatorId)
    .where('request_key', '=', requestKey)
    .execute()
}

export async function sweepRequests(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('operator_request')
    .where('at', '<=', now.subtract({ hours: REQUEST_HOURS }))
    .execute()
}
