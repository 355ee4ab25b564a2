import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { changeNumber, IDENTITY_PROOFS, IDENTITY_PROOFS_MIN } from '#contract/admin/customer-changes.ts'
import { reason } from '#contract/admin/forms.ts'
import { AREA_CODES, areaCode, mobileno } from '#contract/fields.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'
import { STALE } from './customer.ts'
import styles from './customers.module.css'

type Proof = (typeof IDENTITY_PROOFS)[number]

const SCHEMA = z.object({
  areaCode,
  mobileno,
  proofs: z.array(z.enum(IDENTITY_PROOFS)).check(z.minLength(IDENTITY_PROOFS_MIN)),
  reason,
})
const NO_PROOFS: readonly Proof[] = []

/** For a member who has lost their number: who they are is proven otherwise, and written down. */
export function NumberDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { actions } = useText('consoleCustomerActions')
  const text = actions.number
  const shell = useShellText()
  const { submit } = useChange(changeNumber, { invalidates: [...STALE, listApprovals] })
  const form = useForm({
    schema: SCHEMA,
    initial: { areaCode: '852', mobileno: '', proofs: NO_PROOFS, reason: '' },
    submit: async (values) => {
      const answer = await submit({ accountId, ...values })
      if (answer.result === 'SUCCESS') {
        showToast({ text: answer.approvalId ? shell.waits : text.done })
        onClose()
      }
      return answer
    },
  })
  const proofs = form.values.proofs
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.text}</p>
        <PhoneField
          regionLabel={text.region}
          regions={AREA_CODES.map((code) => ({ areaCode: code, name: text.regions[code] }))}
          region={form.field('areaCode')}
          label={text.newNumber}
          number={form.field('mobileno')}
        />
        <fieldset className={styles.proofs}>
          <legend>{text.proven(IDENTITY_PROOFS_MIN)}</legend>
          {IDENTITY_PROOFS.map((proof) => (
            <CheckField
              key={proof}
              name={`proof-${proof}`}
              label={text.proofs[proof]}
              checked={proofs.includes(proof)}
              onChange={(isOn) =>
                form.set({ proofs: isOn ? [...proofs, proof] : proofs.filter((each) => each !== proof) })
              }
            />
          ))}
        </fieldset>
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{
            label: text.button,
            busy: form.pending,
            busyText: shell.busy,
            disabled: proofs.length < IDENTITY_PROOFS_MIN,
          }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
