import { useCallback, useMemo, useState } from 'react'
import { TITLE_CLASSIFIES } from '#contract/admin/titles.ts'
import { GENRES } from '#contract/genres.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Combobox } from '../../widgets/combobox.tsx'
import { Chips } from './chips.tsx'
import { Choose } from './choose.tsx'
import { useEditor, useFieldError } from './editor-context.ts'
import { countryCodes, SPOKEN, useCountryName, useLanguageName } from './names.ts'
import { NumberField } from './number-field.tsx'
import { Section } from './section.tsx'
import { TagsField } from './tags-field.tsx'
import styles from './title.module.css'

export function FactsSection() {
  const text = useText('consoleTitle')
  return (
    <Section name="facts" title={text.sections.facts}>
      <Kind />
      <div className={styles.pair}>
        <Checks name="genres" options={GENRES} />
        <Access />
      </div>
      <div className={styles.pair}>
        <Countries />
        <Tags />
      </div>
    </Section>
  )
}

function Kind() {
  const text = useText('consoleTitle')
  const titles = useText('consoleTitles')
  const { content, set, title } = useEditor()
  const errorOf = useFieldError()
  const nameOf = useLanguageName()
  return (
    <>
      <div className={styles.facts}>
        <RadioField
          name="programType"
          label={text.fields.programType}
          hint={text.programTypeHint}
          error={errorOf('programType')}
          value={content.programType}
          disabled={(title?.version ?? 0) > 0}
          choices={(['movie', 'drama'] as const).map((type) => ({ value: type, label: text.programTypes[type] }))}
          onChange={(type) =>
            set(({ classify }) => {
              const programType = type === 'drama' ? ('drama' as const) : ('movie' as const)
              return { programType, ...((classify === 'movie' || classify === 'drama') && { classify: programType }) }
            })
          }
        />
        <Choose
          label={text.fields.classify}
          value={content.classify}
          options={TITLE_CLASSIFIES.map((each) => [each, titles.classifies[each]])}
          onChange={(classify) => set({ classify })}
        />
        <Choose
          label={text.fields.restriction}
          error={errorOf('restriction')}
          value={content.restriction}
          options={RESTRICTIONS.map((each) => [each, titles.restrictions[each]])}
          onChange={(restriction) => set({ restriction })}
        />
        <NumberField
          name="releaseYear"
          label={text.fields.releaseYear}
          hint={text.yearHint}
          error={errorOf('releaseYear')}
          max={2_200}
          value={content.releaseYear}
          onChange={(releaseYear) => set({ releaseYear })}
        />
        <Choose
          label={text.fields.locale}
          value={content.locale}
          options={[...new Set([...SPOKEN, content.locale])].map((tag) => [tag, nameOf(tag)])}
          onChange={(locale) => set({ locale })}
        />
      </div>
      <Switch label={text.fields.kids} hint={text.kidsHint} checked={content.kids} onChange={(kids) => set({ kids })} />
    </>
  )
}

function Checks({ name, options }: { name: 'genres'; options: typeof GENRES }) {
  const { fields } = useText('consoleTitle')
  const { genres } = useText('consoleTitles')
  const { content, set } = useEditor()
  return (
    <fieldset className={styles.checks}>
      <legend>{fields[name]}</legend>
      {options.map((each) => (
        <CheckField
          key={each}
          name={`genre-${each}`}
          label={genres[each]}
          checked={content.genres.includes(each)}
          onChange={(isOn) =>
            set((now) => ({
              genres: isOn ? [...now.genres, each] : now.genres.filter((other) => other !== each),
            }))
          }
        />
      ))}
    </fieldset>
  )
}

function Access() {
  const text = useText('consoleTitle')
  const { vodTypes } = useText('consoleTitles')
  const { content, set } = useEditor()
  const errorOf = useFieldError()
  return (
    <fieldset className={styles.checks} aria-describedby="vod-types-error">
      <legend>{text.fields.vodTypes}</legend>
      {VOD_TYPES.map((each) => (
        <CheckField
          key={each}
          name={`vod-${each}`}
          label={vodTypes[each]}
          checked={content.vodTypes.includes(each)}
          onChange={(isOn) =>
            set((now) => ({
              vodTypes: VOD_TYPES.filter((type) => (type === each ? isOn : now.vodTypes.includes(type))),
            }))
          }
        />
      ))}
      <FieldNotes id="vod-types" error={errorOf('vodTypes')} />
      {content.vodTypes.includes('PAY PER RENT') ? (
        <NumberField
          name="credits"
          label={text.fields.credits}
          error={errorOf('credits')}
          max={100_000}
          value={content.credits}
          onChange={(credits) => set({ credits })}
        />
      ) : null}
    </fieldset>
  )
}

function Countries() {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { content, set } = useEditor()
  const errorOf = useFieldError()
  const nameOf = useCountryName()
  const [typed, setTyped] = useState('')
  const all = useMemo(
    () =>
      countryCodes()
        .map((code) => ({ key: code, value: code, label: nameOf(code), note: code }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [nameOf],
  )
  const wanted = typed.toLowerCase()
  const search = useCallback((next: string) => setTyped(next), [])
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{text.fields.country}</h3>
      <Chips
        label={text.fields.country}
        items={content.country}
        keyOf={(code) => code}
        nameOf={nameOf}
        onChange={(country) => set({ country })}
        isOrdered
      />
      <Combobox
        label={text.addCountry}
        choices={all.filter(
          ({ label, key }) =>
            !content.country.includes(key) && (label.toLowerCase().includes(wanted) || key.toLowerCase() === wanted),
        )}
        onSearch={search}
        onPick={(code) => set((now) => ({ country: [...now.country, code] }))}
        texts={{ none: text.noResults, results: text.results, loading: shell.loading }}
      />
      <FieldNotes id="country" error={errorOf('country')} />
    </div>
  )
}

function Tags() {
  const text = useText('consoleTitle')
  const { content, set, isReadOnly } = useEditor()
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{text.fields.tags}</h3>
      <TagsField
        label={text.fields.tags}
        addLabel={text.addTag}
        isReadOnly={isReadOnly}
        tags={content.tags}
        onChange={(change) => set((now) => ({ tags: change(now.tags) }))}
      />
    </div>
  )
}
