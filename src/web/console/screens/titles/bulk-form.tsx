import type { BulkChange } from '#contract/admin/bulk.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { instantOf } from '../../form/hong-kong.rules.ts'
import formStyles from '../../form/form.module.css'
import { Choose } from '../title/choose.tsx'
import { type Tag, TagsField } from '../title/tags-field.tsx'
import { NumberField } from '../title/number-field.tsx'
import styles from './bulk.module.css'

export const BULK_FIELDS = ['genres', 'tags', 'vodTypes', 'credits', 'kids', 'window', 'withdraw', 'bringBack'] as const
export type BulkField = (typeof BULK_FIELDS)[number]

/** What is typed, of all fields: another field keeps that of the former. */
export interface BulkValues {
  readonly field: BulkField
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly addTags: readonly Tag[]
  readonly removeTags: readonly Tag[]
  readonly credits: number
  readonly kids: 'on' | 'off'
  readonly region: (typeof REGIONS)[number]
  /** As `datetime-local` holds it. */
  readonly end: string
  readonly hasNoEnd: boolean
}

export const EMPTY_BULK: BulkValues = {
  field: 'genres',
  add: [],
  remove: [],
  addTags: [],
  removeTags: [],
  credits: 0,
  kids: 'on',
  region: 'HK',
  end: '',
  hasNoEnd: false,
}

const LISTS = { genres: GENRES, vodTypes: VOD_TYPES } as const

/** Undefined while its value is missing. */
export function changeOf(values: BulkValues): BulkChange | undefined {
  const { field, add, remove, addTags, removeTags, credits, kids, region, end, hasNoEnd } = values
  const chosen = <T extends string>(all: readonly T[], some: readonly string[]) =>
    all.filter((each) => some.includes(each))
  switch (field) {
    case 'genres':
    case 'vodTypes': {
      const lists = { add: chosen<string>(LISTS[field], add), remove: chosen<string>(LISTS[field], remove) }
      return lists.add.length + lists.remove.length > 0 ? ({ field, ...lists } as BulkChange) : undefined
    }
    case 'tags':
      return addTags.length + removeTags.length > 0 ? { field, add: [...addTags], remove: [...removeTags] } : undefined
    case 'credits':
      return credits > 0 ? { field, credits } : undefined
    case 'kids':
      return { field, kids: kids === 'on' }
    case 'window': {
      const endsAt = hasNoEnd ? null : instantOf(end)
      return endsAt === undefined ? undefined : { field, region, endsAt }
    }
    case 'withdraw':
      return { field: 'state', state: 'withdrawn' }
    case 'bringBack':
      return { field: 'state', state: 'published' }
  }
}

interface BulkFormProps {
  values: BulkValues
  /** Where its value is missing. */
  error: string | undefined
  onChange: (change: Partial<BulkValues>) => void
}

export function BulkForm({ values, error, onChange }: BulkFormProps) {
  const text = useText('consoleBulk')
  return (
    <>
      <Choose
        label={text.field}
        value={values.field}
        options={BULK_FIELDS.map((each) => [each, text.fields[each]])}
        onChange={(field) => onChange({ field })}
      />
      <Value values={values} error={error} onChange={onChange} />
    </>
  )
}

function Value({ values, error, onChange }: BulkFormProps) {
  const text = useText('consoleBulk')
  const { genres, vodTypes } = useText('consoleTitles')
  switch (values.field) {
    case 'genres':
      return <ListChange values={values} names={GENRES.map((each) => [each, genres[each]])} onChange={onChange} />
    case 'vodTypes':
      return <ListChange values={values} names={VOD_TYPES.map((each) => [each, vodTypes[each]])} onChange={onChange} />
    case 'tags':
      return <TagChange values={values} onChange={onChange} />
    case 'credits':
      return (
        <NumberField
          name="credits"
          label={text.fields.credits}
          error={error}
          max={100_000}
          value={values.credits}
          onChange={(credits) => onChange({ credits })}
        />
      )
    case 'kids':
      return (
        <RadioField
          name="kids"
          label={text.fields.kids}
          hint={text.kidsHint}
          look="list"
          value={values.kids}
          choices={(['on', 'off'] as const).map((each) => ({ value: each, label: text.kidsChoices[each] }))}
          onChange={(kids) => onChange({ kids: kids === 'on' ? 'on' : 'off' })}
        />
      )
    case 'window':
      return <WindowEnd values={values} error={error} onChange={onChange} />
    case 'withdraw':
      return <p className={formStyles.text}>{text.withdrawText}</p>
    case 'bringBack':
      return <p className={formStyles.text}>{text.bringBackText}</p>
  }
}

interface ListChangeProps extends Omit<BulkFormProps, 'error'> {
  names: readonly (readonly [string, string])[]
}

/** What is added is not removed, and the other way round. */
function ListChange({ values, names, onChange }: ListChangeProps) {
  const text = useText('consoleBulk')
  const side = (own: 'add' | 'remove', other: 'add' | 'remove') => (
    <fieldset className={styles.checks}>
      <legend>{text[own]}</legend>
      {names.map(([each, name]) => (
        <CheckField
          key={each}
          name={`${own}-${each}`}
          label={name}
          checked={values[own].includes(each)}
          onChange={(isOn) => {
            const rest = values[own].filter((value) => value !== each)
            onChange({
              [own]: isOn ? [...rest, each] : rest,
              [other]: values[other].filter((value) => value !== each),
            })
          }}
        />
      ))}
    </fieldset>
  )
  return (
    <div className={styles.lists}>
      {side('add', 'remove')}
      {side('remove', 'add')}
    </div>
  )
}

/** What is added is not removed, and the other way round. */
function TagChange({ values, onChange }: Omit<BulkFormProps, 'error'>) {
  const text = useText('consoleBulk')
  const without = (tags: readonly Tag[], others: readonly Tag[]) =>
    tags.filter(({ tagId }) => !others.some((other) => other.tagId === tagId))
  return (
    <div className={styles.lists}>
      <div className={styles.tags}>
        <TagsField
          label={text.addedTags}
          addLabel={text.addTag}
          tags={values.addTags}
          isClosed
          onChange={(change) => {
            const addTags = change(values.addTags)
            onChange({ addTags, removeTags: without(values.removeTags, addTags) })
          }}
        />
      </div>
      <div className={styles.tags}>
        <TagsField
          label={text.removedTags}
          addLabel={text.removeTag}
          tags={values.removeTags}
          isClosed
          onChange={(change) => {
            const removeTags = change(values.removeTags)
            onChange({ removeTags, addTags: without(values.addTags, removeTags) })
          }}
        />
      </div>
    </div>
  )
}

function WindowEnd({ values, error, onChange }: BulkFormProps) {
  const text = useText('consoleBulk')
  const { regions } = useText('consoleTitles')
  return (
    <>
      <Choose
        label={text.region}
        value={values.region}
        options={REGIONS.map((region) => [region, regions[region]])}
        onChange={(region) => onChange({ region })}
      />
      <TextField
        type="datetime-local"
        name="end"
        label={text.end}
        hint={text.endHint}
        error={error}
        max="2999-12-31T23:59"
        disabled={values.hasNoEnd}
        value={values.end}
        onChange={(end) => onChange({ end })}
      />
      <CheckField
        name="hasNoEnd"
        label={text.noEnd}
        checked={values.hasNoEnd}
        onChange={(hasNoEnd) => onChange({ hasNoEnd })}
      />
    </>
  )
}
