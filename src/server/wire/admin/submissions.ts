import * as endpoints from '#contract/admin/submissions.ts'
import type { Language } from '#contract/languages.ts'
import {
  campaignSubject,
  normalizeSubmissionNumber,
  type OpenedSubmission,
  stateOf,
  type Submission,
  subjectOf,
} from '#server/domains/campaigns/index.ts'
import { type CsvCell, toCsv } from '#server/kit/csv.ts'
import { consoleSubmissions as enUS } from '#text/en_US/console-submissions.ts'
import { consoleSubmissions as zhHK } from '#text/zh_HK/console-submissions.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

const submissionOf = ({ accountId, marketingVersion, submittedAt, openedAt, imageFields, ...one }: Submission) => ({
  submissionNumber: one.submissionNumber,
  codeName: one.codeName,
  language: one.language,
  isMember: accountId !== null,
  agreesToMarketing: marketingVersion !== null,
  imageFields: [...imageFields],
  submittedAt: wireInstant(submittedAt),
  openedAt: openedAt && wireInstant(openedAt),
})

/** A row for each submission, a column for each question that any of them answers: forms change while they run. */
function exportRows(submissions: readonly OpenedSubmission[], language: Language): (readonly CsvCell[])[] {
  const { file, languages, member, visitor } = TEXTS[language]
  const labels = new Map(submissions.flatMap(({ answers }) => answers.map(({ name, label }) => [name, label] as const)))
  const names = [...labels.keys()]
  const rows = submissions.map(({ answers, ...one }) => {
    const values = new Map(answers.map(({ name, value }) => [name, value]))
    return [
      one.submissionNumber,
      one.submittedAt,
      languages[one.language],
      one.accountId === null ? visitor : member,
      one.marketingVersion === null ? file.no : file.yes,
      one.imageFields.join(', '),
      ...names.map((name) => values.get(name) ?? ''),
    ]
  })
  return [[...Object.values(file.columns), ...names.map((name) => labels.get(name) ?? name)], ...rows]
}

export const submissions = bindAdmin(endpoints, ({ campaigns: { operatorSubmissions: domain }, clock }) => ({
  campaigns: async () => {
    const found = await domain.campaigns()
    return {
      list: found.map(({ codeName, content, withdrawn, submissions: count, ...period }) => ({
        codeName,
        title: { zh_HK: content.title.zh_HK, en_US: content.title.en_US },
        state: withdrawn ? ('withdrawn' as const) : stateOf(period, clock.now()),
        submissions: count,
      })),
    }
  },

  list: async (query) => {
    const page = await domain.page(query)
    return { ...page, list: page.list.map(submissionOf) }
  },

  open: async ({ submissionNumber }, { tx, record }) => {
    const opened = await domain.open(tx, submissionNumber)
    await record({ subject: subjectOf(opened.submissionNumber) })
    const { accountId, answers, termsText, marketingText } = opened
    return { ...submissionOf(opened), accountId, answers: [...answers], termsText, marketingText }
  },

  image: async ({ submissionNumber, field }, { tx, record }) => {
    const { bytes, contentType } = await domain.image(tx, { submissionNumber, field })
    await record({ subject: subjectOf(normalizeSubmissionNumber(submissionNumber)), details: { field } })
    return { contentType, content: bytes.toString('base64') }
  },

  exportAll: async ({ codeName }, { tx, language, record }) => {
    const { submissions: found, isMore } = await domain.exportOf(tx, {
      codeName,
      max: endpoints.SUBMISSIONS_EXPORT_MAX,
    })
    await record({ subject: campaignSubject(codeName), details: { submissions: found.length } })
    return { csv: toCsv(exportRows(found, language)), submissions: found.length, isMore }
  },

  remove: async ({ submissionNumber }, { tx, record }) => {
    const { submissionNumber: number, codeName } = await domain.remove(tx, submissionNumber)
    await record({ subject: subjectOf(number), details: { codeName } })
    return {}
  },
}))
