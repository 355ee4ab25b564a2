import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { correct, UNAPPROVED_CREDITS, CORRECTED_DAYS, CORRECTED_MAX } from '#contract/admin/customer-changes.ts'
import { reason } from '#contract/admin/forms.ts'
import { CREDIT_BUCKETS } from '#contract/wallet.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Customer, STALE } from './customer.ts'
import styles from './customers.module.css'

const credits = z.pipe(
  z.string().check(z.trim(), z.regex(/^[+-]?\d{1,5}$/)),
  z.pipe(
    z.transform(Number),
    z.int().check(
      z.minimum(-CORRECTED_MAX),
      z.maximum(CORRECTED_MAX),
      z.refine((count) => count !== 0),
    ),
  ),
)
const SCHEMA = z.object({ bucket: z.enum(CREDIT_BUCKETS), credits, reason })
const EMPTY = { bucket: 'recharged', credits: '', reason: '' }

interface CorrectDialogProps {
  customer: Customer
  onClose: () => void
}

/** Says what is left afterwards, and when a second person has to approve. */
export function CorrectDialog({ customer, onClose }: CorrectDialogProps) {
  const { actions } = useText('consoleCustomerActions')
  const { credits: creditsText } = useText('consoleCustomers')
  const text = actions.correct
  const shell = useShellText()
  const { submit } = useChange(correct, { invalidates: [...STALE, listApprovals] })
  const form = useForm({
    schema: SCHEMA,
    initial: EMPTY,
    submit: async (values) => {
      const answer = await submit({ accountId: customer.accountId, ...values })
      if (answer.result === 'SUCCESS') {
        showToast({ text: answer.approvalId ? shell.waits : text.done })
        onClose()
      }
      return answer
    },
  })
  const guardedClose = useGuardedClose(JSON.stringify(form.values) !== JSON.stringify(EMPTY), onClose)
  const typed = z.safeParse(credits, form.values.credits)
  const change = typed.success ? typed.data : undefined
  const owned = ownedIn(customer, form.values.bucket)
  const isTooMuch = change !== undefined && change < 0 && -change > owned
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={guardedClose}>
      <form className={formStyles.form} {...form.form}>
        <div className={styles.pair}>
          <SelectField label={text.bucket} empty={text.choose} {...form.field('bucket')}>
            {CREDIT_BUCKETS.map((bucket) => (
              <option key={bucket} value={bucket}>
                {creditsText.buckets[bucket]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={text.credits}
            hint={text.creditsHint}
            inputMode="text"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
            autoFocus
            {...form.field('credits')}
          />
        </div>
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <p className={styles.effect} data-wrong={isTooMuch ? '' : undefined} aria-live="polite">
          {change === undefined ? null : isTooMuch ? text.tooMany : text.after(owned, owned + change)}{' '}
          {change !== undefined && change > 0 ? text.added(CORRECTED_DAYS) : null} {text.fourEyes(UNAPPROVED_CREDITS)}
        </p>
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{
            label: change === undefined ? text.submitNone : text.submit(change > 0 ? `+${change}` : `−${-change}`),
            danger: true,
            busy: form.pending,
            busyText: shell.busy,
            disabled: isTooMuch,
          }}
          cancel={{ label: shell.cancel, onClick: guardedClose }}
        />
      </form>
    </Dialog>
  )
}

const ownedIn = ({ lapses }: Customer, bucket: string): number =>
  lapses.filter((lot) => lot.bucket === bucket).reduce((sum, { amount }) => sum + amount, 0)
