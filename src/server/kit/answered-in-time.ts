import { AppError } from '#contract/errors.ts'
import { DATABASE_RETRY_SECONDS } from './database-down.ts'
import { silentForMs } from './unanswered-statements.ts'

/** Each statement has a deadline of its own; the second of a request may begin late. */
const LATE_MS = 11_500
/** Without an answer to any statement of this process. */
const SILENT_MS = 3_000
const LOOK_MS = 250

/**
 * A request that has taken long is refused while the database is silent. What is slow besides, as a provider of payments, is waited for.
 * The work goes on: what is refused may be done all the same.
 * @throws AppError UNAVAILABLE
 */
export async function answeredInTime<T>(
  work: Promise<T>,
  { lateMs = LATE_MS, silentMs = SILENT_MS }: { lateMs?: number; silentMs?: number } = {},
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const look = () => {
    if (silentForMs() >= silentMs) late.reject(new AppError('UNAVAILABLE', { retryAfter: DATABASE_RETRY_SECONDS }))
    else timer = setTimeout(look, LOOK_MS)
  }
  let timer = setTimeout(look, lateMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
