import { REGIONS } from '#contract/regions.ts'
import { useText } from '#web/kit/text.ts'
import type { RecordField } from '../../content/record-form.rules.ts'

export const BLOCK_KINDS = ['text', 'image', 'video', 'rows', 'form', 'code'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export const FIELD_TYPES = ['text', 'longText', 'email', 'phone', 'choice', 'title', 'image'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

const ARTS = ['hero', 'art', 'landscape', 'keyart'] as const

const local = (name: string, max: number, more: object = {}): RecordField => ({ name, type: 'local', max, ...more })
const optional = { isOptional: true }
const long = { isLong: true }

/** The parts of a page above its blocks. */
export function useHeadFields(): readonly RecordField[] {
  const { regions } = useText('consoleTitles')
  return [
    { name: 'codeName', type: 'text', max: 40, isOnceOnly: true },
    local('title', 40),
    local('kicker', 40, optional),
    local('lead', 200, { ...optional, ...long }),
    local('audience', 60, optional),
    local('endedText', 300, { ...optional, ...long }),
    { name: 'startsAt', type: 'time', ...optional },
    { name: 'endsAt', type: 'time', ...optional },
    { name: 'regions', type: 'several', options: REGIONS.map((region) => [region, regions[region]]) },
    ...useSourceFields(),
  ]
}

/** The image of a title, or one of its own. */
function useSourceFields(): readonly RecordField[] {
  const { arts } = useText('consoleCampaigns')
  return [
    { name: 'programId', type: 'title', ...optional },
    { name: 'art', type: 'choice', options: ARTS.map((art) => [art, arts[art]]), ...optional },
    { name: 'image', type: 'image', ...optional },
  ]
}

export function useBlockFields(): Readonly<Record<BlockKind, readonly RecordField[]>> {
  const source = useSourceFields()
  return {
    text: [local('title', 60, optional), local('text', 2_000, { ...optional, ...long })],
    image: [
      ...source,
      local('alt', 120, optional),
      local('caption', 200, optional),
      { name: 'to', type: 'text', max: 300, ...optional },
    ],
    video: [local('title', 60, optional), { name: 'programId', type: 'title' }],
    rows: [local('title', 60), { name: 'showLandscape', type: 'flag' }],
    code: [local('title', 60), local('text', 300, { ...optional, ...long })],
    form: [
      local('title', 60),
      local('text', 300, { ...optional, ...long }),
      local('submitText', 20, optional),
      local('note', 120, optional),
      local('thanks', 300, { ...optional, ...long }),
      local('terms', 300, long),
      local('marketing', 200, { ...optional, ...long }),
      { name: 'perSender', type: 'number' },
      { name: 'oncePer', type: 'text', max: 32, ...optional },
    ],
  }
}

/** A question of a form. */
export function useQuestionFields(type: FieldType): readonly RecordField[] {
  const { fieldTypes } = useText('consoleCampaigns')
  const lengths: readonly RecordField[] = [
    { name: 'min', type: 'number' },
    { name: 'max', type: 'number' },
  ]
  return [
    local('label', 60),
    local('hint', 120, optional),
    { name: 'type', type: 'choice', options: FIELD_TYPES.map((one) => [one, fieldTypes[one]]) },
    { name: 'name', type: 'text', max: 32 },
    ...(type === 'text' || type === 'longText' ? lengths : []),
    { name: 'required', type: 'flag' },
    { name: 'half', type: 'flag' },
  ]
}

export const LINK_FIELDS: readonly RecordField[] = [local('label', 40), { name: 'to', type: 'text', max: 300 }]
export const STEP_FIELDS: readonly RecordField[] = [local('title', 40), local('text', 120, optional)]
export const CHOICE_FIELDS: readonly RecordField[] = [{ name: 'value', type: 'text', max: 64 }, local('label', 60)]
