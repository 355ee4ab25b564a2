import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { reason } from '#contract/admin/forms.ts'
import { invite, list } from '#contract/admin/operators.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { RolesField } from './roles-field.tsx'

const { email, name, roles } = invite.input.shape
const SCHEMA = z.object({ email, name, roles, reason })
const EMPTY = { email: '', name: '', roles: [] as readonly string[], reason: '' }

export function Invite({ onClose }: { onClose: () => void }) {
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
