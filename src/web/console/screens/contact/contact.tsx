import { useState } from 'react'
import * as z from 'zod/mini'
import { CASE_KINDS, CASE_STATES, create, list as listCases } from '#contract/admin/contact.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ImageIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { CONTACT_CONTENT_MAX, CONTACT_THEMES } from '#contract/contact.ts'
import { email, personName } from '#contract/fields.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { ContactIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { Due } from './due.tsx'
import styles from './contact.module.css'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'

type CaseRow = AdminOutputOf<typeof listCases>['list'][number]

const FILTERS = ['caseNumber', 'state', 'kind', 'owner'] as const
const SORTS = ['dueAt', '-dueAt'] as const
const OWNERS = ['mine', 'none'] as const

/** Contact cases by the time an answer is due. Who wrote and what is read, and audited, on a case's own page. */
export function Contact() {
  const text = useText('consoleContact')
  const shell = useShellText()
  const { language } = useCallContext()
  const params = useTableParams(FILTERS, SORTS)
  const { filter, sort, isFiltered, set, clear } = params
  const list = useList(listCases, { filter, sort })
  const columns = useCaseColumns()
  const [isCreating, setCreating] = useState(false)
  const { total } = list
  return (
    <Page
      title={shell.screens.contact}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), list.isMore)}
      actions={
        <Button icon={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      }
    >
      <CaseFilters {...params} />
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ caseNumber }) => caseNumber}
        nameOf={({ caseNumber }) => caseNumber}
        openLabel={text.open}
        hrefOf={({ caseNumber }) => href(`${PATHS.contact}/${caseNumber}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<ContactIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      {isCreating ? <NewCase onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

function CaseFilters({ filter, isFiltered, set, clear }: TableParams<(typeof FILTERS)[number]>) {
  const text = useText('consoleContact')
  return (
    <Filters isFiltered={isFiltered} onClear={clear}>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        value={filter.caseNumber ?? ''}
        onSearch={(found) => set({ caseNumber: found })}
      />
      <SelectFilter
        label={text.state}
        value={filter.state ?? 'open'}
        isRequired
        options={CASE_STATES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state: state === 'open' ? undefined : state })}
      />
      <SelectFilter
        label={text.kind}
        value={filter.kind}
        options={CASE_KINDS.map((kind) => [kind, text.kinds[kind]])}
        onChange={(kind) => set({ kind })}
      />
      <SelectFilter
        label={text.owner}
        value={filter.owner}
        options={OWNERS.map((owner) => [owner, text.owners[owner]])}
        onChange={(owner) => set({ owner })}
      />
      <span className={styles.minor}>{text.zone}</span>
    </Filters>
  )
}

function useCaseColumns(): readonly Column<CaseRow>[] {
  const text = useText('consoleContact')
  const { columns } = text
  return [
    {
      id: 'case',
      label: columns.case,
      cell: ({ caseNumber, theme, isMember, hasImage, openedBy, state }) => (
        <span className={styles.case}>
          <strong>{caseNumber}</strong>
          {state === 'open' ? null : <Pill tone={state === 'answered' ? 'ok' : 'plain'}>{text.states[state]}</Pill>}
          <span className={styles.minor}>
            {text.themes[theme]} · {isMember ? text.member : text.visitor}
            {openedBy === null ? null : ` · ${text.byHand(openedBy)}`}
            {hasImage ? (
              <>
                {' · '}
                <ImageIcon size={14} /> {text.image}
              </>
            ) : null}
          </span>
        </span>
      ),
    },
    { id: 'kind', label: columns.kind, cell: ({ kind }) => text.kinds[kind] },
    { id: 'language', label: columns.language, from: 'tablet', cell: ({ language }) => text.languages[language] },
    { id: 'owner', label: columns.owner, from: 'tablet', cell: ({ owner }) => owner?.name ?? '–' },
    {
      id: 'due',
      label: columns.due,
      sort: { up: 'dueAt', down: '-dueAt' },
      cell: (row) => <Due {...row} />,
    },
    { id: 'sent', label: columns.sent, from: 'desktop', cell: ({ sentAt }) => <When at={sentAt} /> },
  ]
}

const SCHEMA = z.object({
  kind: z.enum(CASE_KINDS),
  theme: z.enum(CONTACT_THEMES),
  senderLanguage: z.enum(LANGUAGES),
  name: personName,
  phone: z.string().check(z.trim(), z.maxLength(30)),
  email,
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_CONTENT_MAX)),
  accountId: z.string().check(z.trim(), z.maxLength(64)),
})

/** A case of a person who called or wrote a letter. */
function NewCase({ onClose }: { onClose: () => void }) {
  const { newCase: text, kinds, themes, languages } = useText('consoleContact')
  const shell = useShellText()
  const navigate = useNavigate()
  const { submit } = useChange(create, { invalidates: [listCases] })
  const form = useForm({
    schema: SCHEMA,
    initial: {
      kind: 'question',
      theme: 'other',
      senderLanguage: 'zh_HK',
      name: '',
      phone: '',
      email: '',
      content: '',
      accountId: '',
    },
    submit: async ({ accountId, ...given }) => {
      const answer = await submit({ ...given, ...(accountId && { accountId }) })
      if (answer.result === 'FAILED') return answer
      showToast({ text: text.done(answer.caseNumber) })
      onClose()
      navigate(`${PATHS.contact}/${answer.caseNumber}`)
      return answer
    },
  })
  const { values } = form
  const isDirty = [values.name, values.email, values.phone, values.content].some(Boolean)
  const guardedClose = useGuardedClose(isDirty, onClose)
  const choices = (names: Readonly<Record<string, string>>, all: readonly string[]) =>
    all.map((each) => (
      <option key={each} value={each}>
        {names[each]}
      </option>
    ))
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={guardedClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.text}</p>
        <SelectField label={text.kind} empty="–" {...form.field('kind')}>
          {choices(kinds, CASE_KINDS)}
        </SelectField>
        <SelectField label={text.theme} empty="–" {...form.field('theme')}>
          {choices(themes, CONTACT_THEMES)}
        </SelectField>
        <SelectField label={text.language} empty="–" {...form.field('senderLanguage')}>
          {choices(languages, LANGUAGES)}
        </SelectField>
        <TextField label={text.name} maxLength={50} autoComplete="off" {...form.field('name')} />
        <TextField label={text.email} type="email" autoComplete="off" {...form.field('email')} />
        <TextField label={text.phone} type="tel" autoComplete="off" {...form.field('phone')} />
        <TextAreaField label={text.content} rows={5} maxLength={CONTACT_CONTENT_MAX} {...form.field('content')} />
        <TextField label={text.account} autoComplete="off" {...form.field('accountId')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: guardedClose }}
        />
      </form>
    </Dialog>
  )
}
