import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { addressThrottles } from '#server/kit/throttles.ts'
import type { ThrottleTarget } from '../accounts/index.ts'
import type { Viewer } from '../viewer.ts'
import { readAnswers, type ReadAnswers } from './answers.rules.ts'
import { type FormBlock, formOf } from './campaign-import.rules.ts'
import type { CampaignsDeps } from './ports.ts'
import type { CampaignRow, SubmissionDraft, SubmissionSource } from './campaigns-model.ts'
import { newSubmissionNumber, sentenceVersion, stateOf } from './campaigns.rules.ts'
import type { SubmissionSeal } from './submission-seal.ts'
import { countSent, findSubmitted, insertImage, insertSubmission, lockSender } from './campaigns.repo.ts'

type SubmissionsDeps = CampaignsDeps & {
  readonly seal: SubmissionSeal
  /** @throws NOT_FOUND; REGION_REFUSED */
  readonly find: (viewer: Pick<Viewer, 'region'>, codeName: string) => Promise<CampaignRow>
}

/** The account, else the device, else the network. */
function senderOf(viewer: Viewer, { address, deviceSerial }: SubmissionSource): string {
  if (viewer.kind === 'member') return `account ${viewer.accountId}`
  return deviceSerial === undefined ? `network ${addressPrefixes(address)[0] ?? ''}` : `device ${deviceSerial}`
}

/** Members are limited by account, not by shared address. */
const limitsOf = (viewer: Viewer, sender: string, { address }: SubmissionSource): ThrottleTarget[] =>
  viewer.kind === 'member'
    ? [{ rule: 'submitAccount', subject: viewer.accountId }]
    : [{ rule: 'submitDevice', subject: sender }, ...addressThrottles('submitAddress', address)]

type Sent = { readonly source: SubmissionSource; readonly draft: SubmissionDraft }

/**
 * Idempotent. @returns the submission number
 * @throws NOT_FOUND; REGION_REFUSED; WINDOW_CLOSED; INVALID_INPUT by field; CONFLICT when the terms have changed or the sender's limit is
 * reached; TOO_MANY_TRIES
 */
export async function submitForm(deps: SubmissionsDeps, viewer: Viewer, { source, draft }: Sent): Promise<string> {
  const { db, clock, accounts, seal } = deps
  const { codeName } = draft
  const sender = senderOf(viewer, source)
  const submissionHash = seal.submissionHash(codeName, sender, draft.submissionId)
  const sent = await findSubmitted(db, submissionHash)
  if (sent !== undefined) return sent
  const row = await deps.find(viewer, codeName)
  if (stateOf(row, clock.now()) !== 'running') throw new AppError('WINDOW_CLOSED', { of: 'campaign' })
  const form = formOf(row.content)
  if (!form) throw new AppError('NOT_FOUND')
  const read = await readForm(deps, viewer, { form, draft })
  requireTerms(form, draft)
  const limits = limitsOf(viewer, sender, source)
  accounts.throttles.refuseCached(limits)
  const subject = form.oncePer === undefined ? '' : (draft.answers[form.oncePer] ?? '').trim()
  const hashes = {
    submissionHash,
    senderHash: seal.senderHash(codeName, sender),
    subjectHash: seal.subjectHash(codeName, subject),
  }
  return inTransaction(db, async (tx) => {
    await lockSender(tx, hashes.senderHash)
    const other = await findSubmitted(tx, submissionHash)
    if (other !== undefined) return other
    const count = await countSent(tx, { codeName, ...hashes })
    if (count >= form.perSender) throw new AppError('CONFLICT', { of: 'submitted' })
    await accounts.throttles.consume(tx, limits)
    return keep(deps, tx, { viewer, draft, read, hashes })
  })
}

type Filled = { readonly form: FormBlock; readonly draft: SubmissionDraft }

/** @throws INVALID_INPUT by field, also without consent to the terms */
async function readForm({ catalogue }: SubmissionsDeps, viewer: Viewer, { form, draft }: Filled): Promise<ReadAnswers> {
  const read = readAnswers(form, draft.answers, viewer.language)
  const problems: Record<string, FieldRule> = { ...read.problems }
  for (const { name, type } of form.fields) {
    const programId = (draft.answers[name] ?? '').trim()
    if (type !== 'title' || programId === '' || problems[name]) continue
    if ((await catalogue.cards(viewer, [programId])).length === 0) problems[name] = 'ANSWER_CHOICE'
  }
  if (!draft.agreeTerms) problems['agreeTerms'] = 'AGREE'
  if (Object.keys(problems).length > 0) throw new AppError('INVALID_INPUT', { fields: problems })
  return read
}

type Hashes = Record<'submissionHash' | 'senderHash' | 'subjectHash', Buffer>
type Kept = { viewer: Viewer; draft: SubmissionDraft; read: ReadAnswers; hashes: Hashes }

async function keep(
  { clock, uploads, seal }: SubmissionsDeps,
  tx: Db,
  { viewer, draft, read, hashes }: Kept,
): Promise<string> {
  const { codeName, termsVersion, marketingVersion = null } = draft
  const { language } = viewer
  const accountId = viewer.kind === 'member' ? viewer.accountId : null
  const claimed: { field: string; uploadId: string }[] = []
  for (const { name, token } of read.images)
    claimed.push({ field: name, uploadId: await claimAt(() => uploads.claim(tx, token), name) })
  for (;;) {
    const submissionNumber = newSubmissionNumber()
    const sealed = seal.seal(submissionNumber, read.answers)
    const agreed = { termsVersion, marketingVersion }
    const one = { submissionNumber, codeName, accountId, language, sealed, ...hashes, ...agreed, at: clock.now() }
    if (!(await insertSubmission(tx, one))) continue
    for (const image of claimed) await insertImage(tx, { submissionNumber, ...image })
    return submissionNumber
  }
}

/** @throws CONFLICT when an agreed sentence has changed */
function requireTerms({ terms, marketing }: FormBlock, { codeName, ...draft }: SubmissionDraft): void {
  const isTerms = draft.termsVersion === sentenceVersion(codeName, 'terms', terms)
  const { marketingVersion } = draft
  const isMarketing =
    marketingVersion === undefined ||
    (marketing !== undefined && marketingVersion === sentenceVersion(codeName, 'marketing', marketing))
  if (!isTerms || !isMarketing) throw new AppError('CONFLICT', { of: 'terms' })
}

/** @throws INVALID_INPUT at the image's field */
async function claimAt(claim: () => Promise<string>, name: string): Promise<string> {
  try {
    return await claim()
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT')
      throw new AppError('INVALID_INPUT', { fields: { [name]: 'IMAGE_GONE' } })
    throw error
  }
}
