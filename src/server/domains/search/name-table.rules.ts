import { type NamedTitle, type NamedPerson } from './search-model.ts'
import { createOpenWindows, type ListedWindow, type ViewerScope } from '../catalogue/index.ts'

/** Titles and people by slots from 0. */
export interface NameTable {
  readonly titles: readonly NamedTitle[]
  readonly people: readonly NamedPerson[]
  /** Slots of titles by slot of the person. */
  readonly castOf: readonly (readonly number[])[]
  /** By slot of the title. */
  readonly popularity: readonly number[]
  readonly titleIds: readonly number[]
  /** @returns the slot */
  putTitle(title: NamedTitle): number
  /** @returns its slot, which stays empty */
  removeTitle(programId: string): number | undefined
  /** @returns the slot */
  putPerson(person: NamedPerson): number
  slotOfTitle(titleId: number): number | undefined
  slotOfPerson(personNo: number): number | undefined
  findTitle(programId: string): NamedTitle | undefined
  /** 1 by slot; the same array until titles or windows change. Read-only. */
  visibleTo(viewerScope: ViewerScope): Uint8Array
  /** A new object after each change. */
  snapshot(): object
  /** To be called after changes. */
  endChange(): void
}

export function createNameTable(): NameTable {
  const titles: NamedTitle[] = []
  const people: NamedPerson[] = []
  const castOf: number[][] = []
  const popularity: number[] = []
  const titleIds: number[] = []
  const windows: (readonly ListedWindow[])[] = []
  const slotByTitle = new Map<number, number>()
  const slotByProgram = new Map<string, number>()
  const slotByPerson = new Map<number, number>()
  const shared = createShared()
  const { visibleTo, forgetVisible } = createVisible(titles, windows)
  let snapshot = {}

  return {
    titles,
    people,
    castOf,
    popularity,
    titleIds,
    putTitle,
    removeTitle,
    putPerson,
    slotOfTitle: (titleId) => slotByTitle.get(titleId),
    slotOfPerson: (personNo) => slotByPerson.get(personNo),
    findTitle: (programId) => titles[slotByProgram.get(programId) ?? -1],
    visibleTo,
    snapshot: () => snapshot,
    endChange() {
      forgetVisible()
      snapshot = {}
    },
  }

  /** After its people. */
  function putTitle(title: NamedTitle): number {
    const slot = slotByTitle.get(title.titleId) ?? titles.length
    leaveCast(slot)
    titles[slot] = { ...title, windows: shared(title.windows) }
    popularity[slot] = title.popularity
    titleIds[slot] = title.titleId
    windows[slot] = titles[slot].windows
    slotByTitle.set(title.titleId, slot)
    slotByProgram.set(title.shown.programId, slot)
    for (const personNo of title.people) castOf[slotByPerson.get(personNo) ?? -1]?.push(slot)
    return slot
  }

  function removeTitle(programId: string): number | undefined {
    const slot = slotByProgram.get(programId)
    if (slot === undefined) return undefined
    leaveCast(slot)
    windows[slot] = []
    slotByProgram.delete(programId)
    slotByTitle.delete(titles[slot]!.titleId)
    return slot
  }

  function leaveCast(slot: number): void {
    for (const personNo of titles[slot]?.people ?? []) {
      const cast = castOf[slotByPerson.get(personNo) ?? -1]
      const at = cast?.indexOf(slot) ?? -1
      if (at !== -1) cast!.splice(at, 1)
    }
  }

  function putPerson(person: NamedPerson): number {
    const slot = slotByPerson.get(person.personNo) ?? people.length
    people[slot] = person
    castOf[slot] ??= []
    slotByPerson.set(person.personNo, slot)
    return slot
  }
}

/** Between two window edges. */
function createVisible(titles: readonly NamedTitle[], windows: readonly (readonly ListedWindow[])[]) {
  const openWindows = createOpenWindows(windows)
  const forKids = new WeakMap<Uint8Array, Uint8Array>()
  return {
    visibleTo(viewerScope: ViewerScope): Uint8Array {
      const open = openWindows.of(viewerScope)
      if (!viewerScope.kids) return open
      let own = forKids.get(open)
      if (!own) forKids.set(open, (own = open.map((isOpen, slot) => (titles[slot]!.isForKids ? isOpen : 0))))
      return own
    },
    forgetVisible: () => openWindows.forget(),
  }
}

/** Most titles have equal windows. */
function createShared(): (windows: readonly ListedWindow[]) => readonly ListedWindow[] {
  const known = new Map<string, readonly ListedWindow[]>()
  return (windows) => {
    const key = windows.map(({ region, from, until }) => `${region} ${from} ${until}`).join()
    const same = known.get(key) ?? windows
    if (known.size < SHARED_MAX) known.set(key, same)
    return same
  }
}

const SHARED_MAX = 1_000
