import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment, lastMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'

/** A free staff plan that runs now. */
export function StaffResult({ planEnd }: { planEnd: string }) {
  const { done: text } = useText('staff')
  const { language } = useCallContext()
  return (
    <ResultCard pass tone="paid" kicker={text.kicker} title={text.title}>
      <ResultFacts facts={[{ label: text.until, value: formatMoment(lastMoment(planEnd), language) }]} />
      <ResultActions>
        <Button size="l" look="primary" href={paths.home()}>
          {text.watch}
        </Button>
        <Button size="l" href={paths.setup()}>
          {text.toSetup}
        </Button>
      </ResultActions>
    </ResultCard>
  )
}
