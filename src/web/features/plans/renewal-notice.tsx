import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** That a renewal has failed, until when titles play, and another way to pay; nothing otherwise. The plan's card says the rest. */
export function RenewalNotice() {
  const { panel: text } = useText('plans')
  const { language } = useCallContext()
  const subscription = useCall(subscriptionDetail, {}).data?.subscription
  if (subscription?.state !== 'past_due' || !subscription.failure) return null
  const until = formatInstant(lastMoment(subscription.failure.endsAt), language)
  return (
    <Notice tone="bad" icon={<WarningIcon size={22} />} title={text.failedTitle} text={text.plays(until)}>
      <Button size="s" href={paths.changePlan()}>
        {text.replace}
      </Button>
    </Notice>
  )
}
