import { useState } from 'react'
import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { type AdminInputOf, ROLES } from '#contract/admin/endpoint.ts'
import { reason } from '#contract/admin/forms.ts'
import { list, saveRoles } from '#contract/admin/operators.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { Conflict } from '../../form/conflict.tsx'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { When } from '../../widgets/when.tsx'
import { Confirmation, type Action } from './confirmations.tsx'
import type { Operator } from './operator.ts'
import styles from './operators.module.css'
import { RolesField } from './roles-field.tsx'

interface OperatorDialogProps {
  operator: Operator
  onClose: () => void
}

type SavedMeanwhile = Extract<Failure, { errorCode: 'VERSION_CONFLICT' }>

export function OperatorDialog({ operator, onClose }: OperatorDialogProps) {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const me = useMe()
  const [action, setAction] = useState<Action>()
  const [isDirty, setDirty] = useState(false)
  const close = useGuardedClose(isDirty, onClose)
  const { name, email, state, createdAt, lastUsedAt, operatorId } = operator
  const isDisabled = state === 'disabled'
  return (
    <Dialog title={name} className={styles.dialog} closeLabel={shell.close} onClose={close}>
      <dl className={styles.facts}>
        <Fact label={text.columns.email}>{email}</Fact>
        <Fact label={text.columns.state}>
          {text.states[state]}
          {me?.operator.operatorId === operatorId ? ` · ${text.detail.self}` : ''}
        </Fact>
        <Fact label={text.columns.created}>
          <When at={createdAt} />
        </Fact>
        <Fact label={text.columns.used}>{lastUsedAt ? <When at={lastUsedAt} /> : text.never}</Fact>
      </dl>
      {isDisabled ? (
        <p className={formStyles.text}>{text.detail.disabled}</p>
      ) : (
        <RolesForm operator={operator} onDirty={setDirty} onSaved={onClose} />
      )}
      <div className={styles.more}>
        {isDisabled
          ? null
          : (['endSessions', 'reset', 'disable'] as const).map((each) => (
              <Button key={each} onClick={() => setAction(each)}>
                {text[each].label}
              </Button>
            ))}
        <a className={styles.link} href={href(PATHS.audit, { subject: `operator:${operatorId}` })}>
          {text.detail.audit}
        </a>
      </div>
      {action ? (
        <Confirmation action={action} operator={operator} onClose={() => setAction(undefined)} onDone={onClose} />
      ) : null}
    </Dialog>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const SCHEMA = z.object({ roles: saveRoles.input.shape.roles, reason })

interface RolesFormProps {
  operator: Operator
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
}

function RolesForm({ operator, onDirty, onSaved }: RolesFormProps) {
  const text = useText('consoleOperators')
  const shell = useShellText()
  // As it was opened: a list that is read again meanwhile does not move the base.
  const [base] = useState(operator)
  const [savedMeanwhile, setSavedMeanwhile] = useState<SavedMeanwhile>()
  const { submit, pending } = useChange(saveRoles, { invalidates: [list, listApprovals] })
  const form = useForm({
    schema: SCHEMA,
    initial: { roles: base.roles as readonly string[], reason: '' },
    submit: (values) => save({ ...values, version: base.version }),
  })
  const formatRoles = (roles: unknown) =>
    ROLES.filter((role) => Array.isArray(roles) && roles.includes(role))
      .map((role) => shell.roles[role])
      .join(shell.comma) || shell.none
  if (savedMeanwhile)
    return (
      <Conflict
        versions={{ base: rolesOf(base), mine: rolesOf(form.values), theirs: rolesOf(savedMeanwhile.current) }}
        fields={[{ name: 'roles', label: text.detail.roles, format: formatRoles }]}
        by={savedMeanwhile.by}
        at={savedMeanwhile.at}
        pending={pending}
        error={form.formError}
        onSave={({ roles }) =>
          void save({
            roles: roles as AdminInputOf<typeof saveRoles>['roles'],
            reason: form.values.reason,
            version: Number(savedMeanwhile.current.version),
          }).then((refusal) => refusal && 'message' in refusal && form.refuse(refusal))
        }
        onDiscard={onSaved}
      />
    )
  return (
    <form className={formStyles.form} {...form.form}>
      <RolesField
        value={form.values.roles}
        error={form.errors.roles && text.chooseRole}
        onChange={(roles) => {
          form.set({ roles })
          onDirty(roles.join() !== base.roles.join())
        }}
      />
      <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
      <FormError>{form.formError}</FormError>
      <p className={formStyles.text}>{text.detail.endsSessions}</p>
      <div>
        <Button look="primary" type="submit" busy={form.pending} busyText={shell.busy}>
          {text.detail.save}
        </Button>
      </div>
    </form>
  )

  async function save(values: Omit<AdminInputOf<typeof saveRoles>, 'requestKey' | 'id'>): Promise<FormResult> {
    const answer = await submit({ ...values, id: base.operatorId })
    if (answer.result === 'SUCCESS') {
      showToast({ text: answer.approvalId ? shell.waits : text.detail.saved })
      return onSaved()
    }
    if (answer.errorCode !== 'VERSION_CONFLICT') return answer
    setSavedMeanwhile(answer)
  }
}

/** In one order, so that the same roles compare as the same. */
const rolesOf = ({ roles }: { readonly roles?: unknown }) => ({
  roles: ROLES.filter((role) => Array.isArray(roles) && roles.includes(role)),
})
