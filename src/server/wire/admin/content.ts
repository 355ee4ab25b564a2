import * as endpoints from '#contract/admin/content.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { ContentRefusal, type SavedRecord } from '#server/kit/content-editing.ts'
import type { ImportProblem } from '#server/kit/content-part.ts'
import type { StoredRecord } from '#server/kit/content-records.ts'
import { contentSentence as sayEn } from '#text/en_US/content-problems.ts'
import { contentSentence as sayZh } from '#text/zh_HK/content-problems.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const SENTENCES = { zh_HK: sayZh, en_US: sayEn }

const subjectOf = (kind: string, id: string): string => `content:${kind}:${id}`

const storedOf = ({ updatedAt, ...stored }: StoredRecord) => ({ ...stored, updatedAt: wireInstant(updatedAt) })

const problemOf = ({ line, field, ...problem }: ImportProblem, language: Language) => ({
  line,
  field: field ?? null,
  message: SENTENCES[language](problem),
})

/** By field; of several records by their place as well: `2.name.en_US`. What is wrong with the whole is at `record`. */
export function refusalOf({ problems }: Pick<ContentRefusal, 'problems'>, count: number, language: Language): AppError {
  const named = problems.map((problem) => {
    const { line, field, message } = problemOf(problem, language)
    return [[...(count > 1 ? [line] : []), field ?? 'record'].join('.'), message] as const
  })
  return new AppError('INVALID_INPUT', { fields: Object.fromEntries(named.toReversed()) })
}

async function saying<T>(work: Promise<T>, count: number, language: Language): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ContentRefusal ? refusalOf(error, count, language) : error
  }
}

const hasChanged = ({ before, after }: SavedRecord): boolean => JSON.stringify(before) !== JSON.stringify(after)

export const content = bindAdmin(endpoints, ({ content: editing }) => ({
  list: async ({ filter: { kind, ...filter }, after, limit }) => {
    const page = await editing.list(kind, { ...filter, after, limit })
    return { ...page, list: page.list.map(storedOf) }
  },

  find: async ({ kind, id }) => storedOf(await editing.find(kind, id)),

  check: async ({ kind, records }, { language }) => {
    const { problems, ...report } = await editing.check(kind, records)
    const said = problems.slice(0, endpoints.PROBLEMS_SHOWN).map((problem) => problemOf(problem, language))
    return { ...report, wrong: problems.length, problems: said }
  },

  save: async ({ kind, records, versions }, call) => {
    const edit = { kind, records, versions, actor: call.operator.actor }
    const saved = await saying(editing.save(call.tx, edit), records.length, call.language)
    const changed = saved.filter(hasChanged)
    for (const { id, before, after, version } of changed.length > 0 ? changed : saved.slice(0, 1))
      await call.record({ subject: subjectOf(kind, id), ...(before && { before }), after, details: { version } })
    const added = changed.filter(({ before }) => before === undefined).length
    return { added, changed: changed.length - added, versions: saved.map(({ version }) => version) }
  },

  withdraw: async ({ kind, id, version: seen }, call) => {
    const given = { kind, id, version: seen, actor: call.operator.actor }
    const { version, counts } = await saying(editing.withdraw(call.tx, given), 1, call.language)
    await call.record({ subject: subjectOf(kind, id), after: { withdrawn: true }, details: { version, ...counts } })
    return { version, counts }
  },

  addStock: async ({ id, units }, call) => {
    const given = { kind: 'goods', id, field: 'supplied', by: units, actor: call.operator.actor }
    const { version, before, after, counts } = await saying(editing.raise(call.tx, given), 1, call.language)
    const [was, supplied] = [Number(before?.supplied), Number(after.supplied)]
    await call.record({
      subject: subjectOf('goods', id),
      before: { supplied: was },
      after: { supplied },
      details: { units },
    })
    return { version, supplied, free: counts.free ?? 0 }
  },
}))
