import { AppError } from '#contract/errors.ts'
import { sentenceOf } from '#server/wire/errors.ts'

/** The English sentence of the refusal that work ends with. @throws when it ends otherwise */
export async function refusedWith(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return sentenceOf(error, 'en_US')
}
