import { inTransaction, type Db } from '#server/kit/db.ts'
import type { CampaignsDeps } from './ports.ts'
import type { ListedCampaign, OpenedSubmission, Submission } from './campaigns-model.ts'
import {
  listCampaigns,
  deleteSubmission,
  findSealed,
  findSubmission,
  findSubmissions,
  type SealedSubmission,
} from './campaigns.repo.ts'
import { normalizeSubmissionNumber } from './campaigns.rules.ts'
import type { SubmissionSeal } from './submission-seal.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { KeptImage } from '../uploads/index.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'

const LIST_MAX = 1_000
const EXPORT_BATCH = 100

type OfSubmission = OperatorAction & { readonly submissionNumber: string }

interface ExportedSubmission {
  readonly submission: OpenedSubmission
  readonly images: readonly (KeptImage & { readonly field: string })[]
}

/** Reading a submission is audited. */
export function createOperatorViews(deps: CampaignsDeps & { seal: SubmissionSeal }) {
  const { db, clock, images, uploads, seal } = deps
  return {
    list: (): Promise<ListedCampaign[]> => listCampaigns(db),
    /** @returns its key @throws ImageRefused for an unsupported or too large file */
    addImage: (file: string, name: string): Promise<string> => images.register({ file }, { name }),
    submissions,
    show,
    image,
    exportAll,
    remove,
  }

  async function submissions(codeName: string): Promise<Submission[]> {
    await requireCampaign(codeName)
    return findSubmissions(db, { codeName, limit: LIST_MAX })
  }

  function show(action: OfSubmission): Promise<OpenedSubmission> {
    return act(action, 'open campaign submission', async (_tx, sealed) => seal.open(sealed))
  }

  /** The first image without `field`. */
  async function image(action: OfSubmission & { field?: string | undefined }): Promise<KeptImage> {
    const { field } = action
    const { imageFields, uploadIds } = await act(action, 'open campaign image', async (_tx, sealed) => sealed)
    const uploadId = field === undefined ? uploadIds[0] : uploadIds[imageFields.indexOf(field)]
    const kept = uploadId === undefined ? undefined : await uploads.read(uploadId)
    if (!kept) throw operatorRefusal({ is: 'submissionWithoutImage', submissionNumber: action.submissionNumber })
    return kept
  }

  /** @returns how many */
  async function exportAll(
    { codeName, actor, reason }: OperatorAction & { codeName: string },
    take: (exported: ExportedSubmission) => Promise<void>,
  ): Promise<number> {
    await requireCampaign(codeName)
    const subject = `campaign:${codeName}`
    await inTransaction(db, (tx) =>
      recordAudit(tx, { at: clock.now(), actor, action: 'export campaign submissions', subject, reason }),
    )
    let count = 0
    let after = ''
    for (;;) {
      const batch = await findSealed(db, { codeName, after, limit: EXPORT_BATCH })
      const last = batch.at(-1)
      if (!last) return count
      for (const sealed of batch)
        await take({ submission: seal.open(sealed), images: await readImages(uploads, sealed) })
      count += batch.length
      after = last.submissionNumber
    }
  }

  async function remove(action: OfSubmission): Promise<void> {
    await act(action, 'delete campaign submission', async (tx, { submissionNumber }) => {
      await uploads.release(tx, (await deleteSubmission(tx, submissionNumber)) ?? [])
    })
  }

  async function requireCampaign(codeName: string): Promise<void> {
    const known = await listCampaigns(db)
    if (!known.some((one) => one.codeName === codeName)) throw operatorRefusal({ is: 'campaignUnknown', codeName })
  }

  function act<T>(
    { submissionNumber, actor, reason }: OfSubmission,
    action: string,
    work: (tx: Db, sealed: SealedSubmission) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      const sealed = await findSubmission(tx, normalizeSubmissionNumber(submissionNumber))
      if (!sealed) throw operatorRefusal({ is: 'submissionUnknown', submissionNumber })
      const subject = `submission:${sealed.submissionNumber}`
      await recordAudit(tx, { at: clock.now(), actor, action, subject, reason })
      return work(tx, sealed)
    })
  }
}

type Images = ExportedSubmission['images']

async function readImages(
  uploads: CampaignsDeps['uploads'],
  { imageFields, uploadIds }: SealedSubmission,
): Promise<Images> {
  const read = await Promise.all(uploadIds.map((uploadId) => uploads.read(uploadId)))
  return read.flatMap((kept, at) => (kept ? [{ ...kept, field: imageFields[at] ?? '' }] : []))
}
