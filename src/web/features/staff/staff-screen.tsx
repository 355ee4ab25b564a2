import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { StaffPlans } from './staff-plans.tsx'
import { StaffResult } from './staff-result.tsx'
import type { StaffPaymentDialog } from './use-take-staff-plan.ts'
import { useStaffCheck } from './use-staff-check.ts'
import styles from './staff-screen.module.css'
import { useText } from '#web/kit/text.ts'

/** `/sun-staff`, and inside WeChat `/sun-staff-wechat`: checks company and staff number, then takes a staff plan. A provider sends the browser back here (`return`). */
export function StaffScreen({ PaymentDialog }: { PaymentDialog: StaffPaymentDialog }) {
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  return <Staff PaymentDialog={PaymentDialog} />
}

function Staff({ PaymentDialog }: { PaymentDialog: StaffPaymentDialog }) {
  const text = useText('staff')
  const { site } = useShellText()
  const { pathname } = useLocation()
  const onlyWechat = pathname.replace(/\/+$/, '') === PATHS.sunStaffWechat
  const [planEnd, setPlanEnd] = useState<string>()
  const check = useStaffCheck()
  const { form, checked } = check
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{text.title}</h1>
      {planEnd === undefined ? (
        <>
          <p className={styles.text}>{text.text}</p>
          {checked ? (
            <StaffPlans
              checked={checked}
              onlyWechat={onlyWechat}
              onVisitor={check.keepForLogin}
              onAgain={check.again}
              onTaken={setPlanEnd}
              PaymentDialog={PaymentDialog}
            />
          ) : (
            <form className={styles.panel} {...form.form}>
              <TextField
                label={text.company}
                hint={text.companyHint}
                autoComplete="organization"
                maxLength={80}
                {...check.companyName}
              />
              <TextField label={text.number} autoComplete="off" maxLength={40} {...check.staffNumber} />
              <FormError>{form.formError}</FormError>
              <Button
                look="primary"
                size="l"
                type="submit"
                busy={form.pending}
                busyText={site.busy}
                disabled={check.waiting !== undefined}
              >
                {check.waiting ?? text.check}
              </Button>
            </form>
          )}
        </>
      ) : (
        <StaffResult planEnd={planEnd} />
      )}
    </div>
  )
}
