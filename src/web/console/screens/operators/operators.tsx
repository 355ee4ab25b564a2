import { useState } from 'react'
import { OPERATOR_STATES, invite, list, list as listOperators } from '#contract/admin/operators.ts'
import { ROLES } from '#contract/admin/endpoint.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { useList } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import { type Column, ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useOpenInAddress, useTableParams } from '../../table/use-table-params.ts'
import { InviteIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { EndSessionsOfMany } from './confirmations.tsx'
import type { Operator } from './operator.ts'
import { OperatorDialog } from './operator-dialog.tsx'
import styles from './operators.module.css'
import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { reason } from '#contract/admin/forms.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { RolesField } from './roles-field.tsx'

const FILTERS = ['text', 'state', 'role'] as const
const SORTS = ['name', '-name', '-createdAt', 'createdAt', 'email', '-email'] as const
const TONES = { active: 'ok', invited: 'blue', disabled: 'plain' } as const satisfies Record<Operator['state'], Tone>

export function Operators() {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, SORTS)
  const list = useList(listOperators, { filter, sort })
  const all = useOperatorColumns()
  const { shown, hidden, toggle } = useColumns(all)
  const [isInviting, setInviting] = useState(false)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useOpenInAddress('operator')
  const chosen = list.rows?.filter(({ operatorId }) => keys.has(operatorId)) ?? []
  const operator = list.rows?.find(({ operatorId }) => operatorId === open)
  const [isEnding, setEnding] = useState(false)
  return (
    <Page
      title={shell.screens.operators}
      actions={
        <Button look="primary" icon={<InviteIcon size={16} />} onClick={() => setInviting(true)}>
          {text.invite}
        </Button>
      }
    >
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={OPERATOR_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
        <SelectFilter
          label={text.role}
          value={filter.role}
          options={ROLES.map((role) => [role, shell.roles[role]])}
          onChange={(role) => set({ role })}
        />
      </Filters>
      {chosen.length > 0 ? (
        <BulkBar selected={shell.selected(String(chosen.length))} onClear={() => setKeys(new Set())}>
          <Button onClick={() => setEnding(true)}>{text.endSessions.label}</Button>
        </BulkBar>
      ) : null}
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={({ operatorId }) => operatorId}
        nameOf={({ name }) => name}
        openLabel={text.manage}
        onOpen={({ operatorId }) => setOpen(operatorId)}
        selection={{ keys, onChange: setKeys }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={text}
            icon={<PeopleIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={{ label: text.invite, onClick: () => setInviting(true) }}
          />
        }
      />
      {isInviting ? <Invite onClose={() => setInviting(false)} /> : null}
      {operator ? <OperatorDialog operator={operator} onClose={() => setOpen(undefined)} /> : null}
      {isEnding ? (
        <EndSessionsOfMany
          operators={chosen}
          onClose={() => setEnding(false)}
          onDone={() => {
            setEnding(false)
            setKeys(new Set())
          }}
        />
      ) : null}
    </Page>
  )
}

function useOperatorColumns(): readonly Column<Operator>[] {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const rolesOf = ({ roles }: Operator) => roles.map((role) => shell.roles[role]).join(shell.comma)
  const { columns, states, never } = text
  return [
    {
      id: 'name',
      label: columns.name,
      sort: { up: 'name', down: '-name' },
      cell: (operator) => (
        <>
          <strong className={styles.name}>{operator.name}</strong>
          <span className={styles.narrow}>
            {operator.email}
            <br />
            {rolesOf(operator)}
          </span>
        </>
      ),
    },
    {
      id: 'email',
      label: columns.email,
      sort: { up: 'email', down: '-email' },
      from: 'tablet',
      cell: ({ email }) => email,
    },
    { id: 'roles', label: columns.roles, from: 'tablet', cell: rolesOf },
    {
      id: 'state',
      label: columns.state,
      cell: ({ state }) => (
        <Pill tone={TONES[state]} hasDot>
          {states[state]}
        </Pill>
      ),
    },
    {
      id: 'created',
      label: columns.created,
      sort: { up: 'createdAt', down: '-createdAt' },
      from: 'desktop',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      id: 'used',
      label: columns.used,
      from: 'desktop',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : never),
    },
  ]
}

const { email, name, roles } = invite.input.shape
const SCHEMA = z.object({ email, name, roles, reason })
const EMPTY = { email: '', name: '', roles: [] as readonly string[], reason: '' }

function Invite({ onClose }: { onClose: () => void }) {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const { submit } = useChange(invite, { invalidates: [list, listApprovals] })
  const form = useForm({
    schema: SCHEMA,
    initial: EMPTY,
    submit: async (values) => {
      const answer = await submit(values)
      if (answer.result === 'SUCCESS') {
        showToast({ text: answer.approvalId ? shell.waits : text.inviteForm.sent(values.email) })
        onClose()
      }
      return answer
    },
  })
  const close = useGuardedClose(JSON.stringify(form.values) !== JSON.stringify(EMPTY), onClose)
  return (
    <Dialog title={text.inviteForm.title} closeLabel={shell.close} onClose={close}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.inviteForm.text}</p>
        <TextField
          label={text.columns.name}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('name')}
        />
        <TextField
          label={text.columns.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          {...form.field('email')}
        />
        <RolesField
          value={form.values.roles}
          error={form.errors.roles && text.chooseRole}
          onChange={(chosen) => form.set({ roles: chosen })}
        />
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.inviteForm.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: close }}
        />
      </form>
    </Dialog>
  )
}
