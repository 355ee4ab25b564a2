import { useState } from 'react'
import * as z from 'zod/mini'
import { related, reveal, REVEALED_FIELDS, REVEALED_SECONDS } from '#contract/admin/customers.ts'
import { reason } from '#contract/admin/forms.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EyeIcon, HiddenIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useRead } from '../../client/use-read.ts'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import type { Customer, RevealedField } from './customer.ts'
import styles from './customers.module.css'

interface IdentityPanelProps {
  customer: Customer
  mayReveal: boolean
}

export function IdentityPanel({ customer, mayReveal }: IdentityPanelProps) {
  const { identity: text } = useText('consoleCustomers')
  const { maskedNumber, maskedEmail, language, isParentalOn } = customer
  const masked: Record<RevealedField, string> = { number: maskedNumber, email: maskedEmail, birthday: text.hidden }
  return (
    <Panel title={text.title}>
      <dl className={styles.identity}>
        {REVEALED_FIELDS.map((field) => (
          <div key={field}>
            <dt>
              {text.fields[field]}
              {field === 'email' ? <EmailState customer={customer} /> : null}
            </dt>
            <dd>
              <Revealed accountId={customer.accountId} field={field} masked={masked[field]} mayReveal={mayReveal} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{text.language}</dt>
          <dd>{text.languages[language]}</dd>
        </div>
        <div>
          <dt>{text.parental}</dt>
          <dd>{isParentalOn ? text.on : text.off}</dd>
        </div>
        <Related accountId={customer.accountId} />
      </dl>
    </Panel>
  )
}

function EmailState({ customer: { isEmailProven, isEmailRefused } }: Pick<IdentityPanelProps, 'customer'>) {
  const { identity: text } = useText('consoleCustomers')
  if (isEmailRefused) return <Pill tone="bad">{text.refused}</Pill>
  return <Pill tone={isEmailProven ? 'ok' : 'plain'}>{isEmailProven ? text.proven : text.unproven}</Pill>
}

interface RevealedProps {
  accountId: string
  field: RevealedField
  masked: string
  mayReveal: boolean
}

/** Masked; in full for a minute, once the operator has said why. */
function Revealed({ accountId, field, masked, mayReveal }: RevealedProps) {
  const { identity: text } = useText('consoleCustomers')
  const [shown, setShown] = useState<{ value: string; until: number }>()
  const [isAsking, setAsking] = useState(false)
  const left = useCountdown(shown?.until)
  if (shown && left === 0) setShown(undefined)
  return (
    <span className={styles.revealed}>
      <strong className={styles.value}>{shown?.value ?? masked}</strong>
      {shown ? (
        <>
          <small>{text.hides(left)}</small>
          <Button size="s" icon={<HiddenIcon size={16} />} onClick={() => setShown(undefined)}>
            {text.hide}
          </Button>
        </>
      ) : mayReveal ? (
        <Button
          size="s"
          icon={<EyeIcon size={16} />}
          aria-label={text.revealOf(text.fields[field])}
          onClick={() => setAsking(true)}
        >
          {text.reveal}
        </Button>
      ) : null}
      {isAsking ? (
        <RevealDialog
          accountId={accountId}
          field={field}
          onClose={() => setAsking(false)}
          onRevealed={(value) => {
            setShown({ value, until: Date.now() + REVEALED_SECONDS * 1_000 })
            setAsking(false)
          }}
        />
      ) : null}
    </span>
  )
}

interface RevealDialogProps {
  accountId: string
  field: RevealedField
  onRevealed: (value: string) => void
  onClose: () => void
}

function RevealDialog({ accountId, field, onRevealed, onClose }: RevealDialogProps) {
  const { identity: text } = useText('consoleCustomers')
  const shell = useShellText()
  const client = useAdminClient()
  const form = useForm({
    schema: z.object({ reason }),
    initial: { reason: '' },
    submit: async ({ reason: why }) => {
      const answer = await client.call(reveal, { accountId, field, reason: why })
      if (answer.result === 'SUCCESS') onRevealed(answer.value)
      return answer
    },
  })
  return (
    <Dialog title={text.revealTitle(text.fields[field])} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.revealText}</p>
        <TextField
          label={shell.reason}
          maxLength={500}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('reason')}
        />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.reveal, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}

function Related({ accountId }: { accountId: string }) {
  const { identity: text } = useText('consoleCustomers')
  const shell = useShellText()
  const { data, error } = useRead(related, { accountId })
  const counts = data ? (['sameDevice', 'samePayer', 'sameEmail'] as const).filter((each) => data[each] > 0) : undefined
  return (
    <div>
      <dt>{text.related}</dt>
      <dd>
        {error ? error.message : null}
        {!error && !counts ? shell.loading : null}
        {counts && data
          ? counts.map((each) => text.relatedCounts[each](data[each])).join(shell.comma) || text.relatedNone
          : null}
      </dd>
    </div>
  )
}
