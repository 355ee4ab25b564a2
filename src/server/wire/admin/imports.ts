import * as endpoints from '#contract/admin/imports.ts'
import type { Language } from '#contract/languages.ts'
import { IMPORT_BYTES_MAX, type LineProblem } from '#contract/title-imports.ts'
import type { ImportCheck, ImportProgress, PriceChange, Prospects } from '#server/domains/imports/index.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import { toCsv } from '#server/kit/csv.ts'
import type { Tx } from '#server/kit/db.ts'
import { wireInstant } from '../instants.ts'
import { pricesNeedApproval, refuseOther, seenHash, unapprovedSince } from './price-approvals.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'
import { unpack } from './packed-files.ts'
import { filmsOf, importText, reportHeads, reportRow, templateRows } from './imports.presenter.ts'

const subjectOf = (importId: string): string => `import:${importId}`

interface Given {
  readonly name: string
  readonly content: string
  readonly images: readonly { readonly name: string; readonly image: string }[]
}

const requestOf = ({ name, content, images }: Given, { operatorId, actor }: Operator) => ({
  operatorId,
  actor,
  fileName: name,
  bytes: unpack(content, IMPORT_BYTES_MAX),
  images: imagesOf(images),
})

/** Null where other pictures have the same name. */
function imagesOf(images: Given['images']): Record<string, string | null> {
  const byName = Map.groupBy(images, ({ name }) => name)
  return Object.fromEntries(
    [...byName].map(([name, [first, ...others]]) => [
      name,
      others.every(({ image }) => image === first!.image) ? first!.image : null,
    ]),
  )
}

const problemOf = (problem: LineProblem, language: Language) => ({
  line: problem.line,
  column: problem.column,
  message: importText(language).importProblem(problem),
})

const nameOf = ({ zh, en }: { zh: string; en: string }) => ({ zh_HK: zh, en_US: en })

const PEOPLE_SHOWN = 100
const FILES_SHOWN = 100

function checkedOf({ problems, titles, newPeople }: ImportCheck, language: Language) {
  const count = (outcome: string) => titles.filter((one) => one.outcome === outcome).length
  const sorted = [
    ...titles.filter(({ outcome }) => outcome === 'wrong'),
    ...titles.filter(({ outcome }) => outcome !== 'wrong'),
  ]
  const missing = titles.flatMap((one) =>
    one.problems.flatMap((each) => (each.is === 'fileUnknown' ? [each.file] : [])),
  )
  const rows = titles.map((one) => reportRow({ ...one, films: one.ingests }, language))
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    wrong: count('wrong'),
    total: titles.length,
    newPeople: newPeople.length,
    people: newPeople.slice(0, PEOPLE_SHOWN),
    films: titles.reduce((sum, one) => sum + (one.outcome === 'wrong' ? 0 : one.ingests), 0),
    problems: problems.map((problem) => problemOf(problem, language)),
    titles: sorted.slice(0, endpoints.CHECKED_SHOWN).map(({ title, ingests, problems: found, ...one }) => ({
      ...one,
      title: nameOf(title),
      films: ingests,
      problems: found.map((problem) => problemOf(problem, language)),
    })),
    missingFiles: [...new Set(missing)].slice(0, FILES_SHOWN),
    report: toCsv([reportHeads(language), ...rows]),
  }
}

const priceOf = ({ reference, before, after }: PriceChange) => [
  reference,
  before.credits,
  before.isFree,
  after.credits,
  after.isFree,
]

const PRICES_SHOWN = 20

/** What a second person sees of a file: numbers of titles, the range of their new prices, and the first ones by name. */
function pricesOf(changes: readonly PriceChange[]) {
  const sold = changes.flatMap(({ after }) => (after.isFree ? [] : [after.credits]))
  const shown = changes.slice(0, PRICES_SHOWN)
  const by = (side: 'before' | 'after') =>
    Object.fromEntries(
      shown.map(({ reference, title, ...one }) => [
        `${reference} ${title.zh_HK}`,
        one[side].isFree && one.before.isFree !== one.after.isFree ? 'free' : one[side].credits,
      ]),
    )
  return {
    titles: changes.length,
    toFree: changes.filter(({ before, after }) => after.isFree && !before.isFree).length,
    fromFree: changes.filter(({ before, after }) => before.isFree && !after.isFree).length,
    ...(sold.length > 0 && { lowestCredits: Math.min(...sold), highestCredits: Math.max(...sold) }),
    before: by('before'),
    after: by('after'),
  }
}

const shownOf = (file: string, changes: readonly PriceChange[]) => ({
  file,
  ...pricesOf(changes),
  seen: seenHash(changes.map(priceOf)),
})

const progressOf = ({ createdAt, finishedAt, folder: _folder, ...progress }: ImportProgress) => ({
  ...progress,
  createdAt: wireInstant(createdAt),
  finishedAt: finishedAt && wireInstant(finishedAt),
})

type ImportDomains = Pick<AdminDomains, 'clock' | 'titles' | 'titleImports'>

interface Needing {
  readonly operatorId: string
  readonly titles: number
  /** What the second person sees. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** Undefined: the operator may change the prices of so many titles alone. */
const needFor = async (domains: ImportDomains, tx: Tx, { shown, ...of }: Needing) =>
  of.titles > 0 && (await pricesNeedApproval(domains, tx, of)) ? shown : undefined

const createStart = (
  domains: ImportDomains,
): { handler: AdminHandler<typeof endpoints.start>; approvalNeed: ApprovalNeed<typeof endpoints.start> } => ({
  approvalNeed: async (given, { tx, operator }) => {
    const changes = await domains.titleImports.priceChanges(tx, requestOf(given, operator))
    const { operatorId } = operator
    return needFor(domains, tx, { operatorId, titles: changes.length, shown: shownOf(given.name, changes) })
  },
  handler: async (given, call) => {
    const approvedBy = call.approval?.decider.operatorId
    const request = requestOf(given, call.operator)
    const priceChanges = await domains.titleImports.priceChanges(call.tx, request)
    refuseOther(call, priceChanges.map(priceOf))
    const started = await domains.titleImports.start(call.tx, { ...request, priceChanges, approvedBy })
    await call.record({ subject: subjectOf(started.importId), details: { file: given.name, titles: started.titles } })
    return started
  },
})

type Continued = typeof endpoints.retry | typeof endpoints.continueImport

const ofCall = ({ clock }: ImportDomains, importId: string, { operatorId }: Operator) => ({
  importId,
  operatorId,
  since: unapprovedSince(clock),
})

/** Approved by what it would change now. */
const judged = (
  domains: ImportDomains,
  look: (tx: Tx, of: ReturnType<typeof ofCall>) => Promise<Prospects>,
): ApprovalNeed<Continued> =>
  async function needOf({ importId }, { tx, operator }) {
    const { changes, counted, fileName } = await look(tx, ofCall(domains, importId, operator))
    const { operatorId } = operator
    return needFor(domains, tx, { operatorId, titles: counted.length, shown: shownOf(fileName, changes) })
  }

const createRetry = (
  domains: ImportDomains,
): { handler: AdminHandler<typeof endpoints.retry>; approvalNeed: ApprovalNeed<typeof endpoints.retry> } => ({
  approvalNeed: judged(domains, domains.titleImports.toRetry),
  handler: async ({ importId }, call) => {
    const { tx, operator, approval } = call
    const { changes, counted, editorId } = await domains.titleImports.toRetry(tx, ofCall(domains, importId, operator))
    refuseOther(call, changes.map(priceOf))
    const { operatorId, actor } = operator
    const by = { importId, operatorId, actor, approvedBy: approval?.decider.operatorId }
    const titles = await domains.titleImports.retry(tx, { ...by, counted, editorId })
    await call.record({ subject: subjectOf(importId), details: { titles } })
    return { titles }
  },
})

const createContinuation = (
  domains: ImportDomains,
): {
  handler: AdminHandler<typeof endpoints.continueImport>
  approvalNeed: ApprovalNeed<typeof endpoints.continueImport>
} => ({
  approvalNeed: judged(domains, domains.titleImports.toContinue),
  handler: async ({ importId }, call) => {
    const { tx, operator, approval } = call
    const found = await domains.titleImports.toContinue(tx, ofCall(domains, importId, operator))
    refuseOther(call, found.changes.map(priceOf))
    const { operatorId, actor } = operator
    const by = { importId, operatorId, actor, approvedBy: approval?.decider.operatorId }
    await domains.titleImports.continueHeld(tx, { ...by, counted: found.counted })
    await call.record({ subject: subjectOf(importId), details: { file: found.fileName, of: found.by } })
    return {}
  },
})

export const imports = bindAdmin(endpoints, (domains) => ({
  check: async (given, { operator, language }) =>
    checkedOf(await domains.titleImports.check(requestOf(given, operator)), language),

  start: createStart(domains),

  list: async ({ filter: { isHeld }, after, limit }) => {
    const page = await domains.titleImports.list({ isHeld, after, limit })
    return { ...page, list: page.list.map(progressOf) }
  },

  find: async ({ importId }) => progressOf(await domains.titleImports.find(importId)),

  titles: async ({ filter: { importId, shown }, after, limit }, { language }) => {
    const page = await domains.titleImports.rows({ importId, isOnlyWrong: shown === 'problems' }, { after, limit })
    const list = page.list.map(({ position: _position, title, problems, ...row }) => ({
      ...row,
      title: nameOf(title),
      problems: problems.map((problem) => problemOf(problem, language)),
    }))
    return { ...page, list }
  },

  continueImport: createContinuation(domains),

  retry: createRetry(domains),

  report: ({ importId }, { language }) => ({
    fileName: 'import.csv',
    rows: async function* (tx) {
      yield [reportHeads(language)]
      for await (const part of domains.titleImports.report(tx, importId))
        yield part.map((row) => reportRow({ ...row, films: filmsOf(row) }, language))
    },
  }),

  template: (_input, { language }) => ({
    fileName: 'titles-template.csv',
    rows: async function* () {
      yield templateRows(language)
    },
  }),
}))
