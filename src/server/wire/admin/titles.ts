import * as endpoints from '#contract/admin/titles.ts'
import type { Language } from '#contract/languages.ts'
import { consoleTitles as enUS } from '#text/en_US/console-titles.ts'
import { consoleTitles as zhHK } from '#text/zh_HK/console-titles.ts'
import { findOwnDrafts, type TitleEditing, type TitleRow } from '#server/domains/catalogue/index.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import { wireInstant } from '../instants.ts'
import { toPlansResponse, toSavedDraft } from './drafts.presenter.ts'
import { bindAdmin, type EndpointName } from './bind.ts'
import type { AdminHandler } from './pipeline.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const subjectOf = (programId: string): string => `title:${programId}`

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

/** The rows of a titles.csv, as the list says them. Times are Hong Kong's. */
async function* csvOf(parts: AsyncGenerator<TitleRow[]>, language: Language): AsyncGenerator<CsvCell[][]> {
  const { csv, columns, states, classifies, restrictions, vodTypes, regions, lacks } = TEXTS[language]
  yield [
    [
      csv.id,
      csv.titles.zh_HK,
      csv.titles.en_US,
      columns.state,
      columns.classify,
      columns.restriction,
      columns.price,
      csv.credits,
      columns.window,
      csv.licensor,
      csv.contract,
      columns.lacks,
      columns.updated,
    ],
  ]
  for await (const part of parts)
    yield part.map((row): CsvCell[] => [
      row.programId,
      row.title.zh_HK,
      row.title.en_US,
      states[row.state],
      classifies[row.classify],
      restrictions[row.restriction],
      row.vodTypes.map((type) => vodTypes[type]).join('; '),
      row.credits,
      row.windows.map((window) => windowCell(window, regions)).join('; '),
      eachOnce(row.windows.map(({ licensor }) => licensor)),
      eachOnce(row.windows.map(({ contract }) => contract)),
      row.lacks.map((lack) => lacks[lack]).join('; '),
      row.updatedAt,
    ])
}

const eachOnce = (names: readonly string[]): string => [...new Set(names.filter(Boolean))].join('; ')

const windowCell = ({ region, startsAt, endsAt }: TitleRow['windows'][number], names: Record<string, string>) =>
  `${names[region] ?? region} ${hongKongTime(startsAt)} – ${endsAt === null ? '' : hongKongTime(endsAt)}`.trimEnd()

/** `2026-11-30 08:00` */
const hongKongTime = (at: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(HONG_KONG)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

function foundOf({ summary, draft, others, plan, failedPlan, ...found }: Awaited<ReturnType<TitleEditing['find']>>) {
  const newest = others[0]
  return {
    ...found,
    state: summary?.state ?? ('draft' as const),
    version: summary?.version ?? 0,
    updatedAt: wireInstant(summary?.updatedAt ?? (draft ?? newest)!.savedAt),
    publishedAt: summary?.publishedAt ? wireInstant(summary.publishedAt) : null,
    takenDownAt: summary?.takenDownAt ? wireInstant(summary.takenDownAt) : null,
    content: summary?.content ?? null,
    draft: draft ? { content: draft.content, baseVersion: draft.baseVersion, ...toSavedDraft(draft) } : null,
    others: others.map(({ operator, savedAt }) => ({ operator, savedAt: wireInstant(savedAt) })),
    otherDraft: !summary && !draft && newest ? newest.content : null,
    ...toPlansResponse({ plan, failedPlan }),
  }
}

type TitleAnswers = { readonly [N in EndpointName<typeof endpoints>]: AdminHandler<(typeof endpoints)[N]> }

const draftsOf = (editing: TitleEditing): Pick<TitleAnswers, 'saveDraft' | 'dropDraft' | 'restore'> => ({
  saveDraft: async ({ draft: content, revision: seen, ...draft }, { tx, operator }) => {
    const saved = await editing.saveDraft(tx, operator, { ...draft, content, seen })
    return { programId: saved.programId, ...toSavedDraft(saved) }
  },

  dropDraft: async ({ programId, revision: seen }, { tx, operator: { operatorId } }) => {
    await editing.dropDraft(tx, { programId, operatorId, seen })
    return {}
  },

  restore: async ({ revision: seen, ...wanted }, { tx, operator }) =>
    toSavedDraft(await editing.restore(tx, operator, { ...wanted, seen })),
})

type Change = 'publish' | 'withdraw' | 'bringBack' | 'takeDown' | 'liftTakeDown' | 'plan' | 'unplan'

const changesOf = (editing: TitleEditing): Pick<TitleAnswers, Change> => ({
  publish: async ({ programId, draft: content, version: seen }, call) => {
    const published = { programId, content, version: seen }
    const { version, fields } = await editing.publication.publish(call.tx, call.operator, published)
    const versions = { before: { version: seen ?? 0 }, after: { version } }
    await call.record({ subject: subjectOf(programId), ...versions, details: { fields } })
    return { version }
  },

  withdraw: async ({ programId, version: seen }, call) => {
    const done = await editing.publication.withdraw(call.tx, call.operator, { programId, version: seen })
    const states = { before: { state: 'published' }, after: { state: 'withdrawn' } }
    await call.record({ subject: subjectOf(programId), ...states, details: { rentals: done.rentals } })
    return done
  },

  bringBack: async ({ programId, version: seen }, call) => {
    const done = await editing.publication.bringBack(call.tx, call.operator, { programId, version: seen })
    const states = { before: { state: 'withdrawn' }, after: { state: 'published' } }
    await call.record({ subject: subjectOf(programId), ...states })
    return done
  },

  takeDown: async ({ programId }, call) => {
    const done = await editing.publication.takeDown(call.tx, call.operator, programId)
    const { rentals, images } = done
    await call.record({ subject: subjectOf(programId), after: { takenDown: true }, details: { rentals, images } })
    return done
  },

  liftTakeDown: async ({ programId }, call) => {
    const done = await editing.publication.liftTakeDown(call.tx, programId)
    await call.record({ subject: subjectOf(programId), before: { takenDown: true }, after: { takenDown: false } })
    return done
  },

  plan: async ({ programId: id, draft: content, version: seen, at }, call) => {
    const planned = { id, content, version: seen, at: Temporal.Instant.from(at) }
    const { plannedId, version } = await editing.plans.plan(call.tx, call.operator, planned)
    await call.record({ subject: subjectOf(id), details: { plannedId, at, version } })
    return { plannedId, version }
  },

  unplan: async ({ programId, plannedId }, call) => {
    const { at, isDraft } = await editing.plans.unplan(call.tx, call.operator, { id: programId, plannedId })
    await call.record({ subject: subjectOf(programId), details: { plannedId, at: wireInstant(at) } })
    return { isDraft }
  },
})

const OWN_DRAFTS_SHOWN = 8
const OWN_DRAFTS_MAX = 500

export const titles = bindAdmin(endpoints, ({ db, titles: editing, media }) => ({
  ...draftsOf(editing),
  ...changesOf(editing),

  ownDrafts: async ({ isAll }, { operator }) => {
    const limit = isAll ? OWN_DRAFTS_MAX : OWN_DRAFTS_SHOWN
    const { list, total } = await findOwnDrafts(db, operator.operatorId, limit)
    return { list: list.map(({ savedAt, ...draft }) => ({ ...draft, savedAt: wireInstant(savedAt) })), total }
  },

  list: async (query, { language }) => {
    const page = await editing.list({ ...query, language })
    const preparing = await media.findPreparing(page.list.map(({ programId }) => programId))
    const list = page.list.map(({ updatedAt, ...row }) => ({
      ...row,
      updatedAt: wireInstant(updatedAt),
      isPreparing: preparing.has(row.programId),
    }))
    return { ...page, list }
  },

  exportCsv: (query, { language }) => ({
    fileName: 'titles.csv',
    rows: (tx) => csvOf(editing.rows(tx, { ...query, language }), language),
  }),

  find: async ({ programId }, { operator }) => foundOf(await editing.find(programId, operator)),

  check: async ({ programId, draft }) => ({ issues: await editing.publication.check(programId, draft) }),

  history: async ({ programId, after }) => {
    const { list, next } = await editing.history(programId, after)
    return { list: list.map(({ at, ...version }) => ({ ...version, at: wireInstant(at) })), next }
  },

  version: async ({ programId, version: wanted }) => {
    const { content, version } = await editing.version(programId, wanted)
    return { content, version }
  },

  licensors: async () => ({ list: await editing.licensors() }),

  tags: async ({ text }) => {
    const found = await editing.tags(text)
    return { list: found.map(({ tagId, name }) => ({ tagId, name: { zh_HK: name.zh, en_US: name.en } })) }
  },
}))
