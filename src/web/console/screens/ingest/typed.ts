import type { IngestTarget } from '#contract/admin/ingest.ts'
import { storage } from '#web/kit/storage.ts'
import type { ItemRole } from './upload.rules.ts'

interface Typed {
  readonly role?: ItemRole
  readonly target?: IngestTarget | undefined
  readonly language?: string
}

const KEY = 'harbour-console-ingest'
/** Of the files chosen last. */
const KEPT = 50

const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

function read(): Record<string, Typed> {
  try {
    return JSON.parse(storage.local.get(KEY) ?? '{}') as Record<string, Typed>
  } catch {
    return {}
  }
}

const write = (all: Record<string, Typed>): void =>
  storage.local.set(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-KEPT))))

/** What the operator has said of a file, also before the page was closed. */
export const typedOf = Object.assign((file: File): Typed => read()[keyOf(file)] ?? {}, {
  keyOf,
  forget(file: File): void {
    const { [keyOf(file)]: _, ...others } = read()
    write(others)
  },
})

export function writeTyped(file: File, typed: Typed): void {
  const { [keyOf(file)]: before, ...others } = read()
  write({ ...others, [keyOf(file)]: { ...before, ...typed } })
}
