import type { TelecomPartner } from '#contract/telecom-partners.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import type { Bound } from './partner-code-form.tsx'

/** What the code of the partner gave, and what the account has now. */
export function BoundResult({ bound: { tickets, grants }, partner }: { bound: Bound; partner: TelecomPartner }) {
  const { done: text, partners } = useText('partnerCode')
  const { language } = useCallContext()
  const lines = useGrantLines(grants)
  return (
    <ResultCard tone="paid" kicker={text.kicker} title={text.title(partners[partner])}>
      <ResultFacts
        facts={[
          ...lines.map(({ what, until }) => ({ label: what, value: until })),
          { label: text.tickets, value: text.count(formatNumber(tickets, language)) },
        ]}
      />
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
