import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import type { Program } from '#contract/programs.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FormError } from '#web/ui/form/field.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './short-of-credits.module.css'

interface PlanRequiredProps {
  program: Pick<Program, 'programId'>
  onClose: () => void
}

/** A members-only title, and no plan: what the plan costs, and the way to it. */
export function PlanRequired({ program, onClose }: PlanRequiredProps) {
  const text = useText('rentals')
  const { site } = useShellText()
  const plans = useCall(getSubscribableMonthlyPlanWeb, {})
  const plan = plans.data?.planList.find(({ eligible, providers }) => eligible && providers.length > 0)
  if (plans.isPending) {
    return (
      <div className={styles.waiting}>
        <Spinner label={site.loading} />
      </div>
    )
  }
  if (plans.isLoadingError) {
    return (
      <>
        <FormError>{plans.error.message}</FormError>
        <Button wide onClick={() => void plans.refetch()}>
          {text.retry}
        </Button>
      </>
    )
  }
  if (!plan) {
    return (
      <>
        <p className={styles.sentence}>{text.planNone}</p>
        <Button wide onClick={onClose}>
          {text.close}
        </Button>
      </>
    )
  }
  return (
    <div className={classNames(styles.choice, styles.below)}>
      <p className={styles.plan}>
        <strong>{plan.name}</strong>
        <span>{plan.description}</span>
      </p>
      <p className={styles.hint}>{keepUnits(plan.termsText)}</p>
      <Button
        look="primary"
        size="l"
        wide
        note={plan.priceText}
        href={paths.monthlyFee({ programId: program.programId })}
        data-autofocus=""
        onClick={onClose}
      >
        {text.subscribe}
      </Button>
    </div>
  )
}
