import type { ReactNode } from 'react'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { RedeemPreview } from './redeem-preview.tsx'
import { RedeemResult } from './redeem-result.tsx'
import { RedeemedBefore } from './redeemed-before.tsx'
import { useRedeem } from './use-redeem.ts'
import styles from './redeem-form.module.css'
import { useText } from '#web/kit/text.ts'

interface RedeemFormProps {
  /** Above the field, in the same panel. */
  head?: ReactNode
  /** Whether its button is the main one of the screen. */
  isMain?: boolean
}

/** Enters a code, shows what it gives, and redeems it once that is confirmed (DESIGN, picture 18). */
export function RedeemForm({ head, isMain = true }: RedeemFormProps) {
  const text = useText('redeem')
  const codes = useText('codes')
  const { site } = useShellText()
  const isVisitor = useSession().token === undefined
  const redeem = useRedeem()
  const { step, form, field, waiting } = redeem
  const look = isMain ? 'primary' : 'secondary'
  if (step.at === 'done') return <RedeemResult redeemed={step.redeemed} look={look} onAnother={redeem.another} />
  const isUsed = field.error === codes.refused.CODE_USED.title
  return (
    <div className={styles.panel}>
      {head}
      <form className={styles.form} {...form.form}>
        <RedeemCodeField
          {...field}
          hint={
            isUsed && !isVisitor ? (
              <>
                {field.hint}{' '}
                <a className={styles.link} href={paths.setupWallet()}>
                  {codes.toStatement}
                </a>
              </>
            ) : (
              field.hint
            )
          }
        />
        <FormError>{form.formError}</FormError>
        {step.at === 'typing' ? (
          <div className={styles.actions}>
            <Button
              look={look}
              size="l"
              type="submit"
              busy={form.pending}
              busyText={site.busy}
              disabled={waiting !== undefined}
            >
              {waiting ?? text.preview}
            </Button>
          </div>
        ) : null}
        {isVisitor ? <p className={styles.note}>{text.visitor}</p> : null}
      </form>
      {step.at === 'preview' && step.redeemed.redeemedAt !== undefined ? (
        <RedeemedBefore redeemed={step.redeemed} redeemedAt={step.redeemed.redeemedAt} onAnother={redeem.another} />
      ) : null}
      {step.at === 'preview' && step.redeemed.redeemedAt === undefined ? (
        <RedeemPreview
          redeemed={step.redeemed}
          look={look}
          error={redeem.confirmError}
          busy={redeem.isConfirming}
          onConfirm={() => void redeem.confirm()}
          onAnother={redeem.another}
        />
      ) : null}
    </div>
  )
}
