import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { localName } from '../../content/names.ts'
import type { RecordField, RecordValues } from '../../content/record-form.rules.ts'
import type { TitleNames } from '../../content/title-field.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import {
  type BlockKind,
  CHOICE_FIELDS,
  LINK_FIELDS,
  STEP_FIELDS,
  useBlockFields,
  useHeadFields,
  useQuestionFields,
} from './block-fields.ts'

type Lists = Readonly<Record<string, readonly RecordField[]>>

/** A campaign's parts in words, to compare two versions of it. */
export function useCampaignText(names: TitleNames) {
  const text = useText('consoleCampaigns')
  const shell = useShellText()
  const { language } = useCallContext()
  const head = useHeadFields()
  const ofBlocks = useBlockFields()
  // Those of all types.
  const question = useQuestionFields('text')
  const lists: Lists = { steps: STEP_FIELDS, links: LINK_FIELDS, termsLinks: LINK_FIELDS, choices: CHOICE_FIELDS }
  const labels: Readonly<Record<string, string>> = text.block.labels
  const ones: Readonly<Record<string, string>> = text.one

  const titleName = (programId: string) => names[programId]?.[language] || names[programId]?.zh_HK || programId

  function sayValue(field: RecordField, value: unknown): string {
    if (value === undefined || value === null || value === '') return ''
    if (typeof value === 'boolean') return value ? shell.yes : shell.no
    if (field.type === 'local') return Object.values(value).filter(Boolean).join(' / ')
    if (field.type === 'title') return titleName(value as string)
    if (field.type === 'time') return shell.hongKong(formatInstant(value as string, language))
    const values = Array.isArray(value) ? (value as readonly string[]) : [String(value as string | number)]
    const options = new Map('options' in field ? field.options : [])
    return values.map((each) => options.get(each) ?? each).join(shell.comma)
  }

  function sayFields(fields: readonly RecordField[], record: RecordValues): string[] {
    return fields.flatMap((field) => {
      const said = sayValue(field, record[field.name])
      return said ? [text.said(labels[field.name] ?? field.name, said)] : []
    })
  }

  function sayLists(record: RecordValues): string[] {
    const ids = (record.programIds ?? []) as readonly string[]
    return [
      ...(ids.length > 0 ? [text.said(text.parts.programIds, ids.map(titleName).join(shell.comma))] : []),
      ...Object.entries(lists).flatMap(([name, fields]) => sayItems(name, fields, record[name])),
      ...sayItems('fields', question, record.fields),
    ]
  }

  function sayItems(name: string, fields: readonly RecordField[], items: unknown): string[] {
    return ((items ?? []) as readonly RecordValues[]).map((item, at) =>
      text.said(text.numbered(ones[name] ?? name, at + 1), [...sayFields(fields, item), ...sayLists(item)].join(' · ')),
    )
  }

  function sayBlock(block: RecordValues, at: number): string {
    const kind = block.kind as BlockKind
    const first = [`${at + 1}.`, text.kinds[kind] ?? kind, localName(block.title, language)].filter(Boolean).join(' ')
    return [first, ...sayFields(ofBlocks[kind] ?? [], block), ...sayLists(block)].join('\n')
  }

  return (part: string, value: unknown): string => {
    if (part === 'blocks') return ((value ?? []) as readonly RecordValues[]).map(sayBlock).join('\n\n') || shell.none
    const field = head.find(({ name }) => name === part)
    return (field && sayValue(field, value)) || shell.none
  }
}
