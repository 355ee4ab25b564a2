import type { ViewerScope } from '../catalogue/index.ts'
import type { NameTable } from './name-table.rules.ts'
import { PEOPLE_LOOKED_AT, PEOPLE_OF_RANGE, type ShownPerson } from './shown.repo.ts'
import type { TokenTable } from './token-table.rules.ts'

type Asked = { audience: ViewerScope; limit: number }

/** Looks people up in memory: finds what the statement `findPeople` finds. */
export function createPeopleLookup(table: NameTable, tokens: TokenTable): (key: string, asked: Asked) => ShownPerson[] {
  const { titles, people, castOf, popularity } = table
  return findPeople

  /** The people whose name or its Jyutping begins with the key and who have a visible title. */
  function findPeople(key: string, { audience, limit }: Asked): ShownPerson[] {
    const visible = table.visibleTo(audience)
    const tiers = new Map<number, number>()
    tokens.visit(key, (person, tier) => {
      if (tier < (tiers.get(person) ?? Infinity)) tiers.set(person, tier)
    })
    const byNumber = (a: { person: number }, b: { person: number }) =>
      people[a.person]!.personNo - people[b.person]!.personNo
    return [...tiers]
      .map(([person, tier]) => ({ person, tier }))
      .sort((a, b) => a.tier - b.tier || byNumber(a, b))
      .slice(0, PEOPLE_OF_RANGE)
      .map((one) => ({ ...one, known: knownOf(one.person) }))
      .sort((a, b) => a.tier - b.tier || b.known - a.known || byNumber(a, b))
      .slice(0, PEOPLE_LOOKED_AT)
      .values()
      .flatMap(({ person }) => shownPerson(person, visible))
      .take(limit)
      .toArray()
  }

  function shownPerson(person: number, visible: Uint8Array): ShownPerson[] {
    const { personNo, personId, zh, en } = people[person]!
    const seen = castOf[person]!.filter((slot) => visible[slot] === 1)
    if (seen.length === 0) return []
    const directs = seen.some((slot) => titles[slot]!.directors.includes(personNo))
    return [{ personId, name: { zh, en }, titles: seen.length, directs }]
  }

  function knownOf(person: number): number {
    let known = 0
    for (const slot of castOf[person]!) known += popularity[slot]!
    return known
  }
}
