import { createContext, type ReactNode, useContext } from 'react'
import { CAMPAIGN_MAX } from '#contract/campaigns.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { localName } from '../../content/names.ts'
import { type FieldTexts, RecordFields } from '../../content/record-fields.tsx'
import { type RecordField, recordOf, type RecordValues, typedOf } from '../../content/record-form.rules.ts'
import type { TitleNames } from '../../content/title-field.tsx'
import {
  BLOCK_KINDS,
  type BlockKind,
  CHOICE_FIELDS,
  type FieldType,
  LINK_FIELDS,
  STEP_FIELDS,
  useBlockFields,
  useQuestionFields,
} from './block-fields.ts'
import { asType, NEW_BLOCKS, NEW_QUESTION } from './blocks.rules.ts'
import styles from './campaigns.module.css'
import { ListEditor } from './list-editor.tsx'
import { TitlesField } from './titles-field.tsx'

interface Editing {
  readonly names: TitleNames
  /** By path: `blocks.0.title.en_US`. */
  readonly problems: Readonly<Record<string, string>>
}

export const EditingContext = createContext<Editing>({ names: {}, problems: {} })

interface PartProps {
  value: RecordValues
  path: string
  onChange: (value: RecordValues) => void
}

interface PartFieldsProps extends PartProps {
  fields: readonly RecordField[]
  texts: FieldTexts
}

/** The plain fields of a part of the page. */
export function PartFields({ fields, texts, value, path, onChange }: PartFieldsProps) {
  const { names, problems } = useContext(EditingContext)
  const typed = typedOf(fields, value)
  const own = typeof value.programId === 'string' ? names[value.programId] : undefined
  return (
    <RecordFields
      fields={fields}
      texts={texts}
      names={own ? { ...names, programId: own } : names}
      field={(name) => ({
        name: `${path}${name}`,
        value: typed[name] ?? '',
        error: problems[`${path}${name}`],
        onChange: (next) => onChange(recordOf(fields, { ...typed, [name]: next }, value)),
      })}
    />
  )
}

const listOf = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? (value as RecordValues[]) : [])

function useHasProblem(path: string): (at: number) => boolean {
  const { problems } = useContext(EditingContext)
  return (at) => Object.keys(problems).some((name) => name === `${path}${at}` || name.startsWith(`${path}${at}.`))
}

/** The blocks of a page in their order. */
export function Blocks({ value, path, onChange }: PartProps) {
  const text = useText('consoleCampaigns')
  const { language } = useCallContext()
  const blocks = listOf(value.blocks)
  const kindOf = (block: RecordValues) => block.kind as BlockKind
  const once = new Set<BlockKind>(blocks.map(kindOf).filter((kind) => kind === 'form' || kind === 'code'))
  return (
    <ListEditor
      label={text.blocks}
      items={blocks}
      nameOf={(block) => joinFacts([text.kinds[kindOf(block)], localName(block.title, language)], language)}
      hasProblem={useHasProblem(`${path}blocks.`)}
      onChange={(next) => onChange({ ...value, blocks: next })}
      add={BLOCK_KINDS.map((kind) => (
        <Button
          key={kind}
          size="s"
          icon={<PlusIcon size={14} />}
          disabled={blocks.length >= CAMPAIGN_MAX.blocks || once.has(kind)}
          onClick={() => onChange({ ...value, blocks: [...blocks, NEW_BLOCKS[kind]] })}
        >
          {text.kinds[kind]}
        </Button>
      ))}
    >
      {(block, at, set) => <Block value={block} path={`${path}blocks.${at}.`} onChange={set} />}
    </ListEditor>
  )
}

function Block({ value, path, onChange }: PartProps) {
  const text = useText('consoleCampaigns')
  const fields = useBlockFields()
  const kind = value.kind as BlockKind
  const part = { value, path, onChange }
  return (
    <>
      <PartFields {...part} fields={fields[kind]} texts={text.block} />
      {kind === 'text' ? (
        <>
          <SmallList {...part} name="steps" fields={STEP_FIELDS} max={CAMPAIGN_MAX.steps} />
          <SmallList {...part} name="links" fields={LINK_FIELDS} max={CAMPAIGN_MAX.links} />
        </>
      ) : null}
      {kind === 'rows' ? <Titles {...part} /> : null}
      {kind === 'form' ? (
        <>
          <SmallList {...part} name="termsLinks" fields={LINK_FIELDS} max={CAMPAIGN_MAX.links} />
          <Questions {...part} />
        </>
      ) : null}
    </>
  )
}

function Group({ title, problem, children }: { title: string; problem?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
      <FieldNotes id={title} error={problem} />
    </fieldset>
  )
}

interface SmallListProps extends PartProps {
  name: 'steps' | 'links' | 'termsLinks' | 'choices'
  fields: readonly RecordField[]
  max: number
}

function SmallList({ value, path, onChange, name, fields, max }: SmallListProps) {
  const text = useText('consoleCampaigns')
  const { language } = useCallContext()
  const { problems } = useContext(EditingContext)
  const items = listOf(value[name])
  const set = (next: readonly RecordValues[]) => onChange({ ...value, [name]: next })
  return (
    <Group title={text.parts[name]} problem={problems[`${path}${name}`]}>
      <ListEditor
        label={text.parts[name]}
        items={items}
        nameOf={(item, at) => localName(item.title ?? item.label, language) || text.numbered(text.one[name], at + 1)}
        hasProblem={useHasProblem(`${path}${name}.`)}
        onChange={set}
        add={
          <Button
            size="s"
            icon={<PlusIcon size={14} />}
            disabled={items.length >= max}
            onClick={() => set([...items, emptyOf(fields)])}
          >
            {text.one[name]}
          </Button>
        }
      >
        {(item, at, setItem) => (
          <PartFields
            value={item}
            path={`${path}${name}.${at}.`}
            onChange={setItem}
            fields={fields}
            texts={text.block}
          />
        )}
      </ListEditor>
    </Group>
  )
}

const emptyOf = (fields: readonly RecordField[]): RecordValues =>
  Object.fromEntries(
    fields
      .filter(({ isOptional }) => !isOptional)
      .map(({ name, type }) => [name, type === 'local' ? { zh_HK: '', en_US: '' } : '']),
  )

function Titles({ value, path, onChange }: PartProps) {
  const text = useText('consoleCampaigns')
  const { names, problems } = useContext(EditingContext)
  return (
    <Group title={text.parts.programIds} problem={problems[`${path}programIds`]}>
      <TitlesField
        ids={listOf(value.programIds) as unknown as readonly string[]}
        names={names}
        max={CAMPAIGN_MAX.titles}
        onChange={(programIds) => onChange({ ...value, programIds })}
      />
    </Group>
  )
}

function Questions({ value, path, onChange }: PartProps) {
  const text = useText('consoleCampaigns')
  const { language } = useCallContext()
  const { problems } = useContext(EditingContext)
  const questions = listOf(value.fields)
  const set = (fields: readonly RecordValues[]) => onChange({ ...value, fields })
  return (
    <Group title={text.parts.fields} problem={problems[`${path}fields`]}>
      <ListEditor
        label={text.parts.fields}
        items={questions}
        nameOf={(question, at) =>
          joinFacts(
            [
              localName(question.label, language) || text.numbered(text.one.fields, at + 1),
              text.fieldTypes[question.type as FieldType],
            ],
            language,
          )
        }
        hasProblem={useHasProblem(`${path}fields.`)}
        onChange={set}
        add={
          <Button
            size="s"
            icon={<PlusIcon size={14} />}
            disabled={questions.length >= CAMPAIGN_MAX.fields}
            onClick={() => set([...questions, NEW_QUESTION])}
          >
            {text.one.fields}
          </Button>
        }
      >
        {(question, at, setQuestion) => (
          <Question value={question} path={`${path}fields.${at}.`} onChange={setQuestion} />
        )}
      </ListEditor>
    </Group>
  )
}

function Question({ value, path, onChange }: PartProps) {
  const text = useText('consoleCampaigns')
  const type = value.type as FieldType
  const change = (next: RecordValues) => onChange(next.type === type ? next : asType(next, String(next.type)))
  return (
    <>
      <PartFields value={value} path={path} onChange={change} fields={useQuestionFields(type)} texts={text.block} />
      {type === 'choice' ? (
        <SmallList
          value={value}
          path={path}
          onChange={onChange}
          name="choices"
          fields={CHOICE_FIELDS}
          max={CAMPAIGN_MAX.choices}
        />
      ) : null}
      {type === 'title' ? <Titles value={value} path={path} onChange={onChange} /> : null}
    </>
  )
}
