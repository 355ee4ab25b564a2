import { useCallback, useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { save as savePerson, search as searchPeople } from '#contract/admin/people.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import { Chips } from './chips.tsx'
import { useEditor, useFieldError } from './editor-context.ts'
import { NamesDialog, namesOf } from './names-dialog.tsx'
import { Section } from './section.tsx'
import styles from './title.module.css'

type PeopleField = 'directors' | 'actors'
type Person = TitleContent['directors'][number]
type Found = AdminOutputOf<typeof searchPeople>['list'][number]

export function PeopleSection() {
  const { sections } = useText('consoleTitle')
  return (
    <Section name="people" title={sections.people}>
      <div className={styles.pair}>
        <People field="directors" />
        <People field="actors" />
      </div>
    </Section>
  )
}

/** People are chosen by who they are: two of one name stay apart. */
function People({ field }: { field: PeopleField }) {
  const text = useText('consoleTitle')
  const { content, set } = useEditor()
  const { language } = useCallContext()
  const errorOf = useFieldError()
  const people = content[field]
  const [added, setAdded] = useState<string>()
  const add = (person: Person) => {
    set((now) => ({
      [field]: now[field].some(({ personId }) => personId === person.personId) ? now[field] : [...now[field], person],
    }))
    setAdded(undefined)
  }
  const other = language === 'zh_HK' ? 'en_US' : 'zh_HK'
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{text.fields[field]}</h3>
      <Chips
        label={text.fields[field]}
        items={people}
        keyOf={({ personId }) => personId}
        nameOf={({ name }) => name[language] || name[other]}
        noteOf={({ name }) => (name[other] === name[language] ? '' : name[other])}
        onChange={(next) => set({ [field]: next })}
        isOrdered
      />
      <PersonPicker label={text.addPerson(text.fields[field])} onPick={add} onAnother={setAdded} />
      <FieldNotes id={`people-${field}`} error={errorOf(field)} />
      {added === undefined ? null : <NewPerson name={added} onAdded={add} onClose={() => setAdded(undefined)} />}
    </div>
  )
}

interface PersonPickerProps {
  label: string
  onPick: (person: Person) => void
  onAnother: (name: string) => void
}

function PersonPicker({ label, onPick, onAnother }: PersonPickerProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const [typed, setTyped] = useState('')
  const { data } = useRead(searchPeople, { text: typed }, { enabled: typed !== '' })
  const search = useCallback((next: string) => setTyped(next), [])
  const labelOf = ({ name }: Found) => [...new Set([name.zh_HK, name.en_US])].join(' ')
  const noteOf = ({ works }: Found) =>
    works.length > 0 ? text.known(works.map(({ title }) => title[language]).join(shell.comma)) : text.noWorks
  const found: Choice<Found | undefined>[] = (typed === '' ? [] : (data?.list ?? [])).map((person) => ({
    key: person.personId,
    value: person,
    label: labelOf(person),
    note: noteOf(person),
  }))
  const another = { key: 'another', value: undefined, label: text.another(typed), note: text.anotherText }
  return (
    <Combobox<Found | undefined>
      label={label}
      placeholder={text.searchPeople}
      choices={typed === '' ? [] : data ? [...found, another] : undefined}
      onSearch={search}
      onPick={(person) => (person ? onPick({ personId: person.personId, name: person.name }) : onAnother(typed))}
      texts={{
        none: typed === '' ? text.searchPeople : text.noResults,
        results: text.results,
        loading: shell.loading,
      }}
    />
  )
}

interface NewPersonProps {
  name: string
  onAdded: (person: Person) => void
  onClose: () => void
}

function NewPerson({ name, onAdded, onClose }: NewPersonProps) {
  const text = useText('consoleTitle')
  const { submit } = useChange(savePerson, { invalidates: [searchPeople] })
  return (
    <NamesDialog
      title={text.personName}
      note={text.anotherText}
      names={namesOf(name)}
      label={text.add}
      onClose={onClose}
      submit={async (names) => {
        const answer = await submit({ name: names })
        if (answer.result === 'SUCCESS') {
          showToast({ text: text.personAdded(names.zh_HK) })
          onAdded({ personId: answer.personId, name: names })
        }
        return answer
      }}
    />
  )
}
