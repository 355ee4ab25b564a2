import { useCallback, useState } from 'react'
import { list as listPeople, merge, PEOPLE_SORTS, save, search as searchPeople } from '#contract/admin/people.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useList, useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import styles from './people.module.css'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import formStyles from '../../form/form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import { NamesDialog } from '../title/names-dialog.tsx'

const FILTERS = ['text'] as const

/** The people of all titles: renamed in one place, and two entries of one person become one. */
export function People() {
  const text = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, PEOPLE_SORTS)
  const list = useList(listPeople, { filter, sort })
  const columns = usePeopleColumns()
  const [open, setOpen] = useState<ListedPerson>()
  const { total, isMore } = list
  return (
    <Page
      title={shell.screens.people}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), isMore)}
    >
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ personId }) => personId}
        nameOf={({ name }) => name[language]}
        openLabel={text.open}
        onOpen={setOpen}
        isLong
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<PeopleIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      {open ? <PersonDialog person={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  )
}

function usePeopleColumns(): readonly Column<ListedPerson>[] {
  const { columns, noWorks } = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const worksOf = ({ works }: ListedPerson) =>
    works.map(({ title }) => title[language] || title.zh_HK || title.en_US).join(shell.comma) || noWorks
  return [
    {
      id: 'name',
      label: columns.name,
      sort: { up: 'name', down: '-name' },
      cell: (person) => (
        <>
          <strong>{person.name.zh_HK}</strong>
          <span className={styles.narrow}>
            {person.name.en_US}
            <br />
            {worksOf(person)}
          </span>
        </>
      ),
    },
    { id: 'english', label: columns.english, from: 'tablet', cell: ({ name }) => name.en_US },
    { id: 'titles', label: columns.titles, cell: ({ titles }) => formatNumber(titles, language) },
    { id: 'works', label: columns.works, from: 'tablet', cell: worksOf },
  ]
}

type ListedPerson = AdminOutputOf<typeof listPeople>['list'][number]

interface PersonDialogProps {
  person: ListedPerson
  onClose: () => void
}

type Other = Pick<ListedPerson, 'personId' | 'name' | 'version'>

/** One person: their titles, a new name, and the other entry that is the same person. */
function PersonDialog({ person, onClose }: PersonDialogProps) {
  const text = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const [isNaming, setNaming] = useState(false)
  const [into, setInto] = useState<Other>()
  if (isNaming) return <Rename person={person} onClose={onClose} />
  if (into) return <Merge person={person} into={into} onClose={onClose} />
  const { name, works, titles } = person
  return (
    <Dialog title={name[language]} closeLabel={shell.close} onClose={onClose}>
      <div className={formStyles.form}>
        <p className={formStyles.text}>{[...new Set([name.zh_HK, name.en_US])].join(' · ')}</p>
        {works.length > 0 ? (
          <ul className={styles.works} aria-label={text.columns.works}>
            {works.map(({ programId, title }) => (
              <li key={programId}>
                <a href={href(PATHS.title.replace(':programId', programId))}>{title[language] || title.zh_HK}</a>
              </li>
            ))}
          </ul>
        ) : null}
        <p className={formStyles.text}>{text.named(formatNumber(titles, language))}</p>
        <Button onClick={() => setNaming(true)}>{text.rename}</Button>
        <OtherPicker person={person} onPick={setInto} />
      </div>
    </Dialog>
  )
}

function OtherPicker({ person, onPick }: { person: ListedPerson; onPick: (other: Other) => void }) {
  const text = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const [typed, setTyped] = useState('')
  const { data } = useRead(searchPeople, { text: typed }, { enabled: typed !== '' })
  const search = useCallback((next: string) => setTyped(next), [])
  const found: Choice<Other>[] = (data?.list ?? [])
    .filter(({ personId }) => personId !== person.personId)
    .map((other) => ({
      key: other.personId,
      value: other,
      label: [...new Set([other.name.zh_HK, other.name.en_US])].join(' '),
      note: other.works.map(({ title }) => title[language]).join(shell.comma) || text.noWorks,
    }))
  return (
    <div className={styles.merge}>
      <p className={formStyles.text}>{text.mergeText}</p>
      <Combobox<Other>
        label={text.mergeInto}
        placeholder={text.search}
        choices={typed === '' ? [] : data ? found : undefined}
        onSearch={search}
        onPick={onPick}
        texts={{ none: typed === '' ? text.search : text.none, results: text.results, loading: shell.loading }}
      />
    </div>
  )
}

function Rename({ person: { personId, name, version, titles }, onClose }: PersonDialogProps) {
  const text = useText('consolePeople')
  const shell = useShellText()
  const { language } = useCallContext()
  const { submit } = useChange(save, { invalidates: [listPeople, searchPeople] })
  return (
    <NamesDialog
      title={text.rename}
      note={text.renameText(formatNumber(titles, language))}
      names={name}
      label={shell.save}
      onClose={onClose}
      submit={async (names) => {
        const answer = await submit({ personId, version, name: names })
        if (answer.result === 'SUCCESS') {
          showToast({ text: text.renamed(names[language]) })
          onClose()
        }
        return answer
      }}
    />
  )
}

function Merge({ person, into, onClose }: PersonDialogProps & { into: Other }) {
  const text = useText('consolePeople')
  const { language } = useCallContext()
  const { submit } = useChange(merge, { invalidates: [listPeople, searchPeople] })
  const [from, kept] = [person.name[language], into.name[language]]
  return (
    <Confirm
      title={text.mergeTitle(from, kept)}
      text={text.mergeConsequence(from, kept, formatNumber(person.titles, language))}
      label={text.merge}
      isDanger
      word={from}
      submit={async (reason) => {
        const answer = await submit({
          from: person.personId,
          into: into.personId,
          versions: { from: person.version, into: into.version },
          reason: reason ?? '',
        })
        if (answer.result === 'SUCCESS') showToast({ text: text.merged(from, kept) })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
