interface Methods {
  at(index: number): unknown
  findLast(matches: (item: unknown) => boolean): unknown
  toSorted(compare?: (one: unknown, other: unknown) => number): unknown[]
}

/** The methods of arrays that the site calls and that Chrome 80 or Safari 14 lacks (PRODUCT 8). */
const METHODS: Methods & ThisType<readonly unknown[]> = {
  at(index) {
    return this[index < 0 ? this.length + index : index]
  },
  findLast(matches) {
    return this.filter((item) => matches(item)).pop()
  },
  toSorted(compare) {
    return this.slice().sort(compare)
  },
}

/** Gives `prototype` those of them that it has not. */
export function addMissing(prototype: object): void {
  for (const [name, value] of Object.entries(METHODS))
    if (!(name in prototype)) Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
}

addMissing(Array.prototype)
