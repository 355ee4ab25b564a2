import type { RecordValues } from '../../content/record-form.rules.ts'
import type { BlockKind } from './block-fields.ts'

const EMPTY = { zh_HK: '', en_US: '' }

/** As a new block begins. */
export const NEW_BLOCKS: Readonly<Record<BlockKind, RecordValues>> = {
  text: { kind: 'text', steps: [], links: [] },
  image: { kind: 'image', art: 'art' },
  video: { kind: 'video', programId: '' },
  rows: { kind: 'rows', title: EMPTY, programIds: [], showLandscape: false },
  code: { kind: 'code', title: EMPTY },
  form: { kind: 'form', title: EMPTY, fields: [], terms: EMPTY, termsLinks: [], perSender: 1 },
}

export const NEW_QUESTION: RecordValues = {
  type: 'text',
  name: '',
  label: EMPTY,
  required: true,
  half: false,
  min: 1,
  max: 200,
}

/** One place up or down; the list itself at its ends. */
export function moved<T>(list: readonly T[], at: number, step: 1 | -1): readonly T[] {
  const to = at + step
  if (to < 0 || to >= list.length) return list
  const next = [...list]
  const [item] = next.splice(at, 1)
  next.splice(to, 0, item!)
  return next
}

/** A question keeps only what its type has. */
export function asType(question: RecordValues, type: string): RecordValues {
  const { min: _min, max: _max, choices = [], programIds = [], ...common } = question
  const more = {
    text: { min: 1, max: 200 },
    longText: { min: 1, max: 2_000 },
    choice: { choices },
    title: { programIds },
  }
  return { ...common, type, ...more[type as keyof typeof more] }
}
