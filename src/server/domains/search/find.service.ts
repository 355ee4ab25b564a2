import type { Kysely } from 'kysely'
import { type Database, NO_REPLICA } from '#server/kit/db.ts'
import {
  findByLetter,
  findByRemainders,
  findKnownWords,
  findByKey,
  findInAnyOrder,
  findPeople,
  findShown,
  findNamedPeople,
  findNamedPeopleOf,
  findNamedTitles,
  findNamedTitlesOf,
  findTokenLines,
  findTokensOf,
  type PersonNames,
  type TokenOwner,
} from './lookup.repo.ts'
import {
  type Found,
  TIERS,
  type KnownWord,
  type ShownPerson,
  type ShownTitle,
  type NamedPerson,
  type NamedTitle,
  type Token,
} from './search-model.ts'
import type { SearchDeps } from './ports.ts'
import { correctedKey, type Correction, type Query, anyOrderQuery, patternsOf } from './query.rules.ts'
import {
  beginningsOf,
  combinationsOf,
  correctedTogether,
  correctionsOf,
  deletesOf,
  isCorrectable,
  splitsOf,
} from './typos.rules.ts'
import { createTitleIndex, visible, type ViewerScope, type TitleIndexSource } from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import type { Unit } from './normalize.rules.ts'
import { createNameLookup, type NameLookup, type NameTokens } from './name-lookup.rules.ts'
import { createNameTable, type NameTable } from './name-table.rules.ts'
import { createTokenTableBuilder, type TokenTable } from './token-table.rules.ts'
import { personText } from './tokens.rules.ts'

/** Fewer titles by prefix: search words in any order. */
const ANY_ORDER_BELOW = 5
/** Fewer titles found: search corrections. */
const TYPO_BELOW = 3
const CORRECTIONS_MAX = 6

/** `corrected`: set when only a corrected spelling found something. */
export type Finding = { found: readonly Found[]; corrected: readonly Correction[] | undefined }

/** Each title once, ordered by tier. */
function merge(first: readonly Found[], second: readonly Found[], limit: number): Found[] {
  const known = new Set(first.map(({ titleId }) => titleId))
  const added = second.filter(({ titleId }) => !known.has(titleId))
  return [...first, ...added].toSorted((a, b) => a.tier - b.tier).slice(0, limit)
}

export interface Lookup {
  /** Titles with a token that begins with the key. */
  byKey(key: string, limit: number): Promise<readonly Found[]>
  /** Every part is in the names, or in names and people; none for parts that narrow too little. */
  inAnyOrder(parts: readonly Unit[], limit: number): Promise<Found[]>
  /** Unordered. `key` selects the matching people. */
  shown(titleIds: readonly number[], key: string): Promise<ShownTitle[]>
  /** With a visible title. */
  people(key: string, limit: number): Promise<ShownPerson[]>
}

type LookupViewer = Pick<Viewer, 'region' | 'kids'>

/** In-memory lookups, consistent with the last commit (decision 042). While the index loads, its tables are read. */
export function createLookups({
  db,
  fixedPlanDb,
  reads,
  replica = NO_REPLICA,
  catalogue,
}: Pick<SearchDeps, 'db' | 'fixedPlanDb' | 'reads' | 'replica' | 'catalogue'>) {
  const index = createTitleIndex({ reads, replica }, namesSource(db))
  return { use, find, load: () => index.load(), caches: [index] }

  /** Repeats `work` if a title has changed meanwhile. */
  async function use<T extends object>(viewer: LookupViewer, work: (lookup: Lookup) => Promise<T>): Promise<T> {
    const viewerScope = catalogue.viewerScopeOf(viewer)
    const found = await index.useLoaded((names) => work(inMemory(names, viewerScope)))
    return found ?? work(inTables(fixedPlanDb, viewerScope))
  }

  /** In stages, each only if those before found too little. */
  async function find(lookup: Lookup, query: Query, limit: number): Promise<Finding> {
    if (query.key === '') return { found: [], corrected: undefined }
    let found = await lookup.byKey(query.key, limit)
    if (found.length < limit && query.toneless !== undefined && query.toneless !== '')
      found = merge(found, await lookup.byKey(query.toneless, limit), limit)
    if (found.length < Math.max(ANY_ORDER_BELOW, limit / 2))
      found = merge(found, await lookup.inAnyOrder(query.parts, limit), limit)
    if (found.length >= TYPO_BELOW) return { found, corrected: undefined }
    return correct(lookup, query, { found, limit })
  }

  async function correct(
    lookup: Lookup,
    query: Query,
    { found, limit }: { found: readonly Found[]; limit: number },
  ): Promise<Finding> {
    let all = found
    let corrected: Finding['corrected']
    for (const corrections of await correctionsFor(query, found.length === 0)) {
      const more = await lookup.byKey(correctedKey(query.units, corrections), limit)
      if (more.length > 0 && found.length === 0) corrected ??= corrections
      const late = more.map((one) => ({ ...one, tier: one.tier + TIERS.typo }))
      all = merge(all, late, limit)
    }
    return { found: all, corrected }
  }

  /** Best first. */
  async function correctionsFor({ units, words }: Query, isNothingFound: boolean): Promise<Correction[][]> {
    if (words.length === 0) return []
    const known = new Set(await findKnownWords(fixedPlanDb, words))
    const unknown = [...new Set(words)].filter((word) => !known.has(word))
    const last = unknown.find((word) => word === units.at(-1)?.text)
    const isAlone = unknown.length === 1
    const longer = last !== undefined && (isNothingFound || !isAlone) ? await findLonger(last) : []
    // Half typed, and right so far.
    const isRight = last !== undefined && longer.some(({ word }) => word.startsWith(last))
    const wrong = correctedTogether(isRight && !isAlone ? unknown.filter((word) => word !== last) : unknown)
    if (wrong.length === 0) return []
    const near = await findByRemainders(fixedPlanDb, wrong.flatMap(deletesOf))
    const lists = wrong.map((from) => {
      const half = from === last && isNothingFound ? beginningsOf(from, longer) : []
      // A word without a correction stays as it is.
      return [...new Set([...correctionsOf(from, near), ...half, from])].map((to) => ({ from, to }))
    })
    const combinations = combinationsOf(lists, CORRECTIONS_MAX + 1)
      .map((corrections) => corrections.filter(({ from, to }) => to !== from))
      .filter((corrections) => corrections.length > 0)
      .slice(0, CORRECTIONS_MAX)
    return combinations.length > 0 || !isNothingFound ? combinations : await joinedCorrectionsFor(unknown)
  }

  /** A missing space between two words, one with a typo. */
  async function joinedCorrectionsFor(unknown: readonly string[]): Promise<Correction[][]> {
    const splits = unknown.flatMap((from) => splitsOf(from).map((parts) => ({ from, parts })))
    const known = new Set(await findKnownWords(fixedPlanDb, [...new Set(splits.flatMap(({ parts }) => parts))]))
    const halves = splits.filter(({ parts: [first, last] }) => known.has(first) !== known.has(last))
    const wrong = correctedTogether(
      halves.map(({ parts: [first, last] }) => (known.has(first) ? last : first)).filter(isCorrectable),
    )
    if (wrong.length === 0) return []
    const near = await findByRemainders(fixedPlanDb, wrong.flatMap(deletesOf))
    return halves
      .flatMap(({ from, parts }) => {
        const mended = parts.map((part) => (known.has(part) ? [part] : correctionsOf(part, near)))
        return combinationsOf(mended, CORRECTIONS_MAX).map((words) => [{ from, to: words.join(' ') }])
      })
      .slice(0, CORRECTIONS_MAX)
  }

  function findLonger(word: string): Promise<KnownWord[]> {
    return findByLetter(fixedPlanDb, { letter: word.slice(0, 1), length: word.length })
  }
}

function inMemory({ lookup }: Names, viewerScope: ViewerScope): Lookup {
  return {
    byKey: async (key, limit) => lookup.findByKey(key, { viewerScope, limit }),
    inAnyOrder: async (parts, limit) =>
      anyOrderQuery(parts) === undefined ? [] : lookup.findInAnyOrder(parts, { viewerScope, limit }),
    shown: async (titleIds, key) => lookup.findShown(titleIds, key),
    people: async (key, limit) => lookup.findPeople(key, { viewerScope, limit }),
  }
}

export function inTables(db: Kysely<Database>, viewerScope: ViewerScope): Lookup {
  const condition = visible(viewerScope)
  const searcher = { ...viewerScope, condition }
  return {
    byKey: (key, limit) => findByKey(db, { ...searcher, key, limit }),
    async inAnyOrder(parts, limit) {
      const lexemes = anyOrderQuery(parts)
      if (lexemes === undefined) return []
      return findInAnyOrder(db, { ...searcher, lexemes, patterns: patternsOf(parts), limit })
    },
    shown: (titleIds, key) => findShown(db, { titleIds, key }),
    people: (key, limit) => findPeople(db, { key, limit, condition }),
  }
}

/** Rows per statement, to keep other requests responsive. */
const CHUNK = { titles: 1_000, people: 200, tokens: 10_000 }
/** More changed titles reload the table. */
const CHANGED_MAX = 500
/** Changed titles or people since loading that reload the table. */
const REPLACED_MAX = 2_000

type Names = { table: NameTable; tokens: NameTokens; lookup: NameLookup }

const namesSource = (db: Kysely<Database>): TitleIndexSource<Names> => ({
  load: () => loadNames(db),

  async refresh(names, programIds) {
    const { titles, people } = names.tokens
    if (programIds.length > CHANGED_MAX || titles.replaced() + people.replaced() > REPLACED_MAX) return false
    apply(names, programIds, await readChange(db, names.table, programIds))
    return true
  },
})

async function loadNames(db: Kysely<Database>): Promise<Names> {
  const table = createNameTable()
  for (let after = -1; ;) {
    const people = await findNamedPeople(db, { after, limit: CHUNK.people })
    for (const person of people) table.putPerson(named(person))
    if (people.length < CHUNK.people) break
    after = people.at(-1)!.personNo
  }
  for (let after = -1; ;) {
    const titles = await findNamedTitles(db, { after, limit: CHUNK.titles })
    for (const title of titles) table.putTitle(title)
    if (titles.length < CHUNK.titles) break
    after = titles.at(-1)!.titleId
  }
  const tokens = {
    titles: await loadTokens(db, 'titles', table.slotOfTitle),
    people: await loadTokens(db, 'people', table.slotOfPerson),
  }
  return { table, tokens, lookup: createNameLookup(table, tokens) }
}

/** Tokens of later titles and people are read with the changes. */
async function loadTokens(
  db: Kysely<Database>,
  of: TokenOwner,
  slotOf: (id: number) => number | undefined,
): Promise<TokenTable> {
  const builder = createTokenTableBuilder()
  for (let after = { token: '', tier: 0, id: 0 }; ;) {
    const page = await findTokenLines(db, of, { after, limit: CHUNK.tokens })
    if (!page) return builder.build()
    builder.add(page.lines, slotOf)
    after = page.last
  }
}

const named = (person: PersonNames): NamedPerson => ({ ...person, text: personText(person) })

type Change = {
  titles: NamedTitle[]
  people: NamedPerson[]
  titleTokens: ReadonlyMap<number, readonly Token[]>
  personTokens: ReadonlyMap<number, readonly Token[]>
}

async function readChange(db: Kysely<Database>, table: NameTable, programIds: readonly string[]): Promise<Change> {
  const titles = await findNamedTitlesOf(db, programIds)
  const found = await findNamedPeopleOf(db, [...new Set(titles.flatMap(({ people }) => people))])
  const people = found.filter(({ personNo, zh, en }) => {
    const known = table.people[table.slotOfPerson(personNo) ?? -1]
    return known?.zh !== zh || known.en !== en
  })
  const others = titles.filter(({ shown, titleId, revision, names }) => {
    const known = table.findTitle(shown.programId)
    return known?.titleId !== titleId || known.revision !== revision || known.names !== names
  })
  const titleTokens = await findTokensOf(
    db,
    'titles',
    others.map(({ titleId }) => titleId),
  )
  const personTokens = await findTokensOf(
    db,
    'people',
    people.map(({ personNo }) => personNo),
  )
  return { titles, people: people.map(named), titleTokens, personTokens }
}

function apply({ table, tokens }: Names, programIds: readonly string[], change: Change): void {
  for (const person of change.people) {
    const slot = table.putPerson(person)
    tokens.people.replace(slot, change.personTokens.get(person.personNo) ?? [])
  }
  const byProgram = new Map(change.titles.map((title) => [title.shown.programId, title]))
  for (const programId of programIds) {
    const known = table.findTitle(programId)
    if (known && known.titleId !== byProgram.get(programId)?.titleId) {
      const slot = table.removeTitle(programId)
      if (slot !== undefined) tokens.titles.replace(slot, [])
    }
  }
  for (const title of change.titles) {
    const slot = table.putTitle(title)
    const own = change.titleTokens.get(title.titleId)
    if (own) tokens.titles.replace(slot, own)
  }
  table.endChange()
}
