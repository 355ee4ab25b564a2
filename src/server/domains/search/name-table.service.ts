import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { TitleIndexSource } from '../catalogue/index.ts'
import {
  findNamedPeople,
  findNamedPeopleOf,
  findNamedTitles,
  findNamedTitlesOf,
  findTokenLines,
  findTokensOf,
  type PersonNames,
  type TokenOwner,
} from './name-table.repo.ts'
import { createNameLookup, type NameLookup, type NameTokens } from './name-lookup.rules.ts'
import { createNameTable, type NamedPerson, type NamedTitle, type NameTable } from './name-table.rules.ts'
import { createTokenTableBuilder, type TokenTable } from './token-table.rules.ts'
import { personText, type Token } from './tokens.rules.ts'

/** What one statement reads while the table is loaded: none holds up other requests for long. */
const CHUNK = { titles: 1_000, people: 200, tokens: 10_000 }
/** So many changed titles are put in without a pause; with more, all are loaded. */
const CHANGED_MAX = 500
/** The table is loaded again when so many titles or people have other tokens than at its start. */
const REPLACED_MAX = 2_000

/** Titles and people in memory with their tokens, and how they are looked up. */
export type Names = { table: NameTable; tokens: NameTokens; lookup: NameLookup }

/** The index of titles and people in the memory of a web process, read from the tables of the index. */
export const namesSource = (db: Kysely<Database>): TitleIndexSource<Names> => ({
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

/** Tokens of titles and people that came meanwhile are left out: they are read with what has changed. */
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

/** Reads titles with their people, and the tokens of those that have other ones than the table. */
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
