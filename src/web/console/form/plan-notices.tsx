import type { FoundPlans, PlanFailure } from '#contract/admin/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { actorName } from '../widgets/changes.tsx'
import { Notice } from '../widgets/notice.tsx'

interface PlanNoticesProps extends FoundPlans {
  sayFailure: (time: string, by: string, cause: PlanFailure) => string
  /** Of the plan that is being removed. */
  pending: boolean
  /** Without it the plan is only shown. */
  onRemove?: ((plannedId: string) => void) | undefined
}

/** The plan that waits, and the last one that was not carried out. */
export function PlanNotices({ plan, failedPlan, sayFailure, pending, onRemove }: PlanNoticesProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const timeOf = (at: string) => shell.hongKong(formatInstant(at, language))
  return (
    <>
      {plan ? (
        <Notice
          icon={<ClockIcon size={18} />}
          action={
            onRemove ? (
              <Button size="s" busy={pending} busyText={shell.busy} onClick={() => onRemove(plan.plannedId)}>
                {text.unplan}
              </Button>
            ) : null
          }
        >
          {text.plan(timeOf(plan.at), actorName(plan.by))}
          {plan.baseVersion > 0 ? ` ${text.planOf(plan.baseVersion)}` : ''}
        </Notice>
      ) : null}
      {failedPlan ? (
        <Notice icon={<WarningIcon size={18} />} tone="warn">
          {sayFailure(timeOf(failedPlan.at), actorName(failedPlan.by), failedPlan.cause)}
        </Notice>
      ) : null}
    </>
  )
}
