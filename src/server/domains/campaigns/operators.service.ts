import { inTransaction, type Db, type Tx } from '#server/kit/db.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import type { CampaignsDeps } from './ports.ts'
import type { ListedCampaign, OpenedSubmission, Submission } from './campaigns-model.ts'
import {
  countUnopened,
  listCampaigns,
  deleteSubmission,
  findSealed,
  findSubmissionPage,
  findSubmissions,
  lockSubmission,
  type SealedSubmission,
  setOpened,
  type SubmissionQuery,
} from './campaigns.repo.ts'
import { normalizeSubmissionNumber } from './campaigns.rules.ts'
import type { SubmissionSeal } from './submission-seal.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { KeptImage } from '../uploads/index.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'

const LIST_MAX = 1_000
const EXPORT_BATCH = 100

type OfSubmission = OperatorAction & { readonly submissionNumber: string }
type OfImage = { readonly submissionNumber: string; readonly field?: string | undefined }

interface ExportedSubmission {
  readonly submission: OpenedSubmission
  readonly images: readonly (KeptImage & { readonly field: string })[]
}

type ViewsDeps = CampaignsDeps & { readonly seal: SubmissionSeal }

/** Of one submission in the audit log. */
export const subjectOf = (submissionNumber: string): string => `submission:${submissionNumber}`

/** Of a campaign. */
export const campaignSubject = (codeName: string): string => `campaign:${codeName}`

/** Submissions at the console: each call joins the caller's transaction, which writes the audit entry. */
export function createOperatorSubmissions({ db, clock, uploads, seal }: ViewsDeps) {
  return {
    campaigns: (): Promise<ListedCampaign[]> => listCampaigns(db),
    page,
    countUnopened: (max: number) => countUnopened(db, max),
    open,
    image,
    exportOf,
    remove,
  }

  /** Without who sent them, and what. */
  function page({ filter, ...query }: SubmissionQuery): Promise<KeysetPage<Submission>> {
    const { submissionNumber } = filter
    const named = submissionNumber && { submissionNumber: normalizeSubmissionNumber(submissionNumber) }
    return findSubmissionPage(db, { ...query, filter: { ...filter, ...named } })
  }

  /** @throws NOT_FOUND */
  async function open(tx: Tx, submissionNumber: string): Promise<OpenedSubmission> {
    const opened = seal.open(await lock(tx, submissionNumber))
    await setOpened(tx, { submissionNumbers: [opened.submissionNumber], at: clock.now() })
    return opened
  }

  /** The first one without `field`. @throws NOT_FOUND, also for a submission without it */
  async function image(tx: Tx, { submissionNumber, field }: OfImage): Promise<KeptImage> {
    const { imageFields, uploadIds } = await lock(tx, submissionNumber)
    const uploadId = field === undefined ? uploadIds[0] : uploadIds[imageFields.indexOf(field)]
    const kept = uploadId === undefined ? undefined : await uploads.read(uploadId, tx)
    if (!kept) throw operatorRefusal({ is: 'submissionWithoutImage', submissionNumber })
    return kept
  }

  /** Of a campaign, by number; `isMore`: there are more than `max`. @throws NOT_FOUND */
  async function exportOf(
    tx: Tx,
    { codeName, max }: { codeName: string; max: number },
  ): Promise<{ submissions: OpenedSubmission[]; isMore: boolean }> {
    await requireCampaign(tx, codeName)
    const found = await findSealed(tx, { codeName, after: '', limit: max + 1 })
    const submissions = found.slice(0, max).map(seal.open)
    const submissionNumbers = submissions.map(({ submissionNumber }) => submissionNumber)
    await setOpened(tx, { submissionNumbers, at: clock.now() })
    return { submissions, isMore: found.length > max }
  }

  /** With its images. @returns of which campaign @throws NOT_FOUND */
  async function remove(tx: Tx, given: string): Promise<Submission> {
    const sealed = await lock(tx, given)
    await uploads.release(tx, (await deleteSubmission(tx, sealed.submissionNumber)) ?? [])
    return sealed
  }

  async function lock(tx: Tx, submissionNumber: string): Promise<SealedSubmission> {
    const sealed = await lockSubmission(tx, normalizeSubmissionNumber(submissionNumber))
    if (!sealed) throw operatorRefusal({ is: 'submissionUnknown', submissionNumber })
    return sealed
  }
}

/** For the commands. Reading a submission is audited. */
export function createOperatorViews(deps: ViewsDeps) {
  const { db, clock, images, uploads, seal } = deps
  const submissionsOf = createOperatorSubmissions(deps)
  return {
    list: submissionsOf.campaigns,
    /** @returns its key @throws ImageRefused for an unsupported or too large file */
    addImage: (file: string, name: string): Promise<string> => images.register({ file }, { name }),
    submissions,
    show,
    image,
    exportAll,
    remove,
  }

  async function submissions(codeName: string): Promise<Submission[]> {
    await requireCampaign(db, codeName)
    return findSubmissions(db, { codeName, limit: LIST_MAX })
  }

  function show(action: OfSubmission): Promise<OpenedSubmission> {
    return act(action, 'open campaign submission', submissionsOf.open)
  }

  /** The first image without `field`. */
  function image({ field, ...action }: OfSubmission & Pick<OfImage, 'field'>): Promise<KeptImage> {
    return act(action, 'open campaign image', (tx, submissionNumber) =>
      submissionsOf.image(tx, { submissionNumber, field }),
    )
  }

  /** @returns how many */
  async function exportAll(
    { codeName, actor, reason }: OperatorAction & { codeName: string },
    take: (exported: ExportedSubmission) => Promise<void>,
  ): Promise<number> {
    await requireCampaign(db, codeName)
    const subject = campaignSubject(codeName)
    await inTransaction(db, (tx) =>
      recordAudit(tx, { at: clock.now(), actor, action: 'export campaign submissions', subject, reason }),
    )
    let count = 0
    let after = ''
    for (;;) {
      const batch = await findSealed(db, { codeName, after, limit: EXPORT_BATCH })
      const last = batch.at(-1)
      if (!last) return count
      const submissionNumbers = batch.map(({ submissionNumber }) => submissionNumber)
      await setOpened(db, { submissionNumbers, at: clock.now() })
      for (const sealed of batch)
        await take({ submission: seal.open(sealed), images: await readImages(uploads, sealed) })
      count += batch.length
      after = last.submissionNumber
    }
  }

  async function remove(action: OfSubmission): Promise<void> {
    await act(action, 'delete campaign submission', submissionsOf.remove)
  }

  function act<T>(
    { submissionNumber: given, actor, reason }: OfSubmission,
    action: string,
    work: (tx: Tx, submissionNumber: string) => Promise<T>,
  ): Promise<T> {
    const submissionNumber = normalizeSubmissionNumber(given)
    return inTransaction(db, async (tx) => {
      const result = await work(tx, submissionNumber)
      await recordAudit(tx, { at: clock.now(), actor, action, subject: subjectOf(submissionNumber), reason })
      return result
    })
  }
}

async function requireCampaign(db: Db, codeName: string): Promise<void> {
  const known = await listCampaigns(db)
  if (!known.some((one) => one.codeName === codeName)) throw operatorRefusal({ is: 'campaignUnknown', codeName })
}

type Images = ExportedSubmission['images']

async function readImages(
  uploads: CampaignsDeps['uploads'],
  { imageFields, uploadIds }: SealedSubmission,
): Promise<Images> {
  const read = await Promise.all(uploadIds.map((uploadId) => uploads.read(uploadId)))
  return read.flatMap((kept, at) => (kept ? [{ ...kept, field: imageFields[at] ?? '' }] : []))
}
