import { createHash } from 'node:crypto'
import type { ImportProblem } from '#contract/title-imports.ts'
import type { NamedPerson, NamedTag } from '../catalogue/index.ts'

type Name = { readonly zh_HK: string; readonly en_US: string }

/** An entry of a cell: an id, a name in one language, or in both. */
export type Entry = { readonly id: string } | { readonly zh: string; readonly en: string | undefined }

/** `id:…`, `周潤發`, or `周潤發 / Chow Yun-fat`. */
export function readEntry(given: string): Entry {
  const text = given.normalize('NFC').trim()
  const [, id] = /^id:\s*(\S+)$/i.exec(text) ?? []
  if (id !== undefined) return { id }
  const [zh = '', en] = text.split(/\s*[/／]\s*/, 2)
  return { zh, en: en === '' ? undefined : en }
}

export const textsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => ('id' in entry ? [] : [entry.zh, ...(entry.en === undefined ? [] : [entry.en])]))

export const idsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => ('id' in entry ? [entry.id] : []))

const nameOf = ({ zh, en }: { zh: string; en: string | undefined }): Name => ({ zh_HK: zh, en_US: en ?? zh })

const shown = ({ personId, name }: NamedPerson): string =>
  `${name.zh_HK === name.en_US ? name.zh_HK : `${name.zh_HK} / ${name.en_US}`} (id:${personId})`

export type FoundPerson =
  | { readonly person: NamedPerson }
  | { readonly isNew: true; readonly name: Name }
  | { readonly problem: ImportProblem }

/** People by id and by name: a file of thousands of lines asks for each of its own. */
export interface KnownPeople {
  /** Once for each id. */
  readonly add: (people: readonly NamedPerson[]) => void
  readonly withId: (personId: string) => NamedPerson | undefined
  /** In either language. */
  readonly named: (name: string) => readonly NamedPerson[]
}

export function createKnownPeople(people: readonly NamedPerson[] = []): KnownPeople {
  const byId = new Map<string, NamedPerson>()
  const byName = new Map<string, NamedPerson[]>()
  const add = (added: readonly NamedPerson[]): void => {
    for (const person of added) {
      if (byId.has(person.personId)) continue
      byId.set(person.personId, person)
      for (const name of new Set([person.name.zh_HK, person.name.en_US])) {
        const same = byName.get(name)
        if (same) same.push(person)
        else byName.set(name, [person])
      }
    }
  }
  add(people)
  return { add, withId: (personId) => byId.get(personId), named: (name) => byName.get(name) ?? [] }
}

/** By id, else by exactly this name where one person alone has it. Two of one name are told, and never taken for one. */
export function findPerson(entry: Entry, known: KnownPeople): FoundPerson {
  if ('id' in entry) {
    const person = known.withId(entry.id)
    return person ? { person } : { problem: { is: 'personUnknown', personId: entry.id } }
  }
  const { zh, en } = entry
  const near = [...new Set([...known.named(zh), ...(en === undefined ? [] : known.named(en))])]
  const exact = near.filter(({ name }) => en !== undefined && name.zh_HK === zh && name.en_US === en)
  const [found, ...others] = exact.length > 0 ? exact : near
  if (found === undefined) return { isNew: true, name: nameOf(entry) }
  // Of a name in both languages half is not enough: it may be another person.
  if (others.length === 0 && (en === undefined || exact.length === 1)) return { person: found }
  const people = (exact.length > 0 ? exact : near).slice(0, 5).map(shown)
  return { problem: { is: 'personAmbiguous', name: en === undefined ? zh : `${zh} / ${en}`, people } }
}

/** A new tag has the same id in each title that names it. */
export function findTag(
  entry: Entry,
  known: readonly NamedTag[],
): { readonly tag: NamedTag } | { problem: ImportProblem } {
  if ('id' in entry) {
    const tag = known.find(({ tagId }) => tagId === entry.id)
    return tag ? { tag } : { problem: { is: 'tagAmbiguous', name: entry.id } }
  }
  const { zh, en } = entry
  const found = known.filter(({ name }) =>
    en === undefined ? name.zh_HK === zh || name.en_US === zh : name.zh_HK === zh && name.en_US === en,
  )
  if (found.length > 1) return { problem: { is: 'tagAmbiguous', name: zh } }
  const name = nameOf(entry)
  const tagId = `i${createHash('sha256').update(`${name.zh_HK}\n${name.en_US}`).digest('hex').slice(0, 19)}`
  return { tag: found[0] ?? { tagId, name } }
}
