import { sentenceVersion } from '#server/domains/campaigns/campaigns.rules.ts'
import { createCampaigns, type SubmissionDraft } from '#server/domains/campaigns/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { visitor } from './viewers.ts'
import { importContent } from '#server/kit/content-import.ts'
import { contentOf, linesOf, said } from './content.ts'
import { silentWorker } from './ledger.ts'
import { createTestLibrary } from './library.ts'
import { aPhoto, createTestUploads, withFile } from './uploads.ts'

const translated = (zh_HK: string, en_US: string) => ({ zh_HK, en_US })
export const TERMS = translated('我同意比賽條款。', 'I agree to the rules.')
export const MARKETING = translated('願意收取活動消息', 'Send me news')

/** Sixty characters. */
export const A_REVIEW = '鼓聲由散亂到整齊，寫出一班人如何學會互相信任。'.repeat(3)

/** A form that asks for one answer of each kind. `films`: two titles. */
export const aForm = (films: readonly string[], change: object = {}) => ({
  kind: 'form',
  title: translated('遞交影評', 'Send your review'),
  fields: [
    { type: 'text', name: 'penName', label: translated('筆名', 'Pen name'), max: 20, half: true },
    {
      type: 'choice',
      name: 'grade',
      label: translated('年級', 'Grade'),
      required: false,
      choices: [
        { value: 's4', label: translated('中四', 'Secondary 4') },
        { value: 's5', label: translated('中五', 'Secondary 5') },
      ],
    },
    { type: 'email', name: 'email', label: translated('電郵地址', 'Email') },
    { type: 'phone', name: 'phone', label: translated('電話', 'Phone'), required: false },
    { type: 'title', name: 'film', label: translated('影片', 'Title'), programIds: films },
    { type: 'longText', name: 'review', label: translated('影評', 'Review'), min: 50, max: 500 },
    { type: 'image', name: 'drawing', label: translated('圖片', 'Picture'), required: false },
  ],
  terms: TERMS,
  marketing: MARKETING,
  oncePer: 'film',
  ...change,
})

/** A campaign of every kind of block. `films`: two titles. */
export const aCampaign = (films: readonly string[], change: object = {}) => ({
  kind: 'campaign',
  codeName: 'REVIEW',
  startsAt: '2026-01-01T00:00:00+08:00',
  endsAt: '2026-12-20T23:59:59+08:00',
  title: translated('學生影評', 'Student reviews'),
  lead: translated('寫下你的看法', 'Tell us what you think'),
  programId: films[0],
  blocks: [
    {
      kind: 'text',
      title: translated('參加辦法', 'How to enter'),
      text: translated('第一段。\n\n第二段。', 'One.\n\nTwo.'),
      steps: [{ title: translated('選影片', 'Pick a title') }],
      links: [{ label: translated('優惠', 'Offer'), to: '/warriors48' }],
    },
    { kind: 'image', programId: films[0], art: 'landscape', alt: translated('海報', 'Poster') },
    { kind: 'video', programId: films[0] },
    { kind: 'rows', title: translated('片單', 'Titles'), programIds: films },
    aForm(films),
    { kind: 'code', title: translated('兌換碼', 'Code') },
  ],
  ...change,
})

/** What a sender agrees to. */
export const agreedTo = (codeName = 'REVIEW', terms = TERMS) => ({
  agreeTerms: true,
  termsVersion: sentenceVersion(codeName, 'terms', terms),
})
export const marketingVersion = (codeName = 'REVIEW') => sentenceVersion(codeName, 'marketing', MARKETING)

/** Right answers about a title. */
export const answersAbout = (film: string) => ({
  penName: '小樁',
  email: 'student@example.com',
  film,
  review: A_REVIEW,
})

export type CampaignsWorld = Awaited<ReturnType<typeof createCampaignsWorld>>
type Sending = { viewer?: Viewer; address?: string; deviceSerial?: string | undefined }

let submissions = 0

/** Campaign pages over the small catalogue of the library's tests (`film`, `other` …), with images in memory. */
export async function createCampaignsWorld() {
  const app = await createTestLibrary()
  const { db, clock, accounts, catalogue, cards } = app
  const { uploads, objects } = createTestUploads({ db, clock, accounts })
  const registered: string[] = []
  const campaigns = createCampaigns({
    db,
    clock,
    masterKey: Buffer.alloc(32, 7),
    accounts,
    catalogue,
    cards,
    uploads,
    images: { register: async (_source, { name }) => `${'a'.repeat(24)}/${registered[registered.push(name) - 1]}` },
    linkHosts: ['www.example.hk'],
  })
  const content = contentOf({ db, clock, parts: [campaigns.domainModule.content!] })

  /** Imports records. @returns what it did */
  const put = async (...entries: object[]) =>
    said(await importContent(content, { content: linesOf(entries), file: 'test', actor: 'operator:ann' }))

  /** Sends a form. @returns the number */
  function send(
    change: Partial<SubmissionDraft> = {},
    { viewer = visitor(), address = '203.0.113.7', ...source }: Sending = {},
  ): Promise<string> {
    const deviceSerial = 'deviceSerial' in source ? source.deviceSerial : 'device-1'
    const draft = {
      codeName: 'REVIEW',
      submissionId: `submission-${submissions++}`,
      answers: answersAbout('film'),
      ...agreedTo(),
      ...change,
    }
    return campaigns.submit(viewer, { address, deviceSerial }, draft)
  }

  const anImage = async () =>
    (await withFile(await aPhoto(), (file) => uploads.receive(file, { address: '203.0.113.7' }))).token

  async function runDueWork(): Promise<void> {
    for (const { run } of [...campaigns.domainModule.scheduledTasks!, ...uploads.domainModule.scheduledTasks!])
      await run(silentWorker)
  }

  const auditOf = (subject: string) =>
    db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).orderBy('audit_entry_id').execute()
  const countRows = async () =>
    (await db.selectFrom('campaign_submission').select('submission_number').execute()).length

  return { ...app, uploads, objects, campaigns, content, put, send, anImage, runDueWork, auditOf, countRows }
}
