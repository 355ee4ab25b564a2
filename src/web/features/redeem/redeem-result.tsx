import type { Grant } from '#contract/codes.ts'
import { useGrantLines, useGrantPhrase } from '#web/viewer/codes/use-grants.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import type { Redeemed } from './use-redeem.ts'
import { useText } from '#web/kit/text.ts'

interface RedeemResultProps {
  redeemed: Redeemed
  /** Of the first way on. */
  look: ButtonLook
  onAnother: () => void
}

/** What was granted, and the ways on. */
export function RedeemResult({ redeemed: { grants }, look, onAnother }: RedeemResultProps) {
  const { done: text } = useText('redeem')
  const lines = useGrantLines(grants)
  const phrase = useGrantPhrase(grants)
  const card = useArrivalFocus<HTMLDivElement>()
  return (
    <div ref={card} tabIndex={-1}>
      <ResultCard tone="paid" kicker={text.kicker} title={text.title(phrase)}>
        <ResultFacts facts={lines.map(({ title, until }) => ({ label: title, value: until }))} />
        <ResultActions>
          <Ways grants={grants} look={look} />
          <Button size="l" look="text" onClick={onAnother}>
            {text.another}
          </Button>
        </ResultActions>
      </ResultCard>
    </div>
  )
}

/** Where what was granted is: a plan is watched with, credits are in the wallet, vouchers and tickets on the account. */
function Ways({ grants, look }: { grants: readonly Grant[]; look: ButtonLook }) {
  const { done: text } = useText('redeem')
  const hasPlan = grants.some(({ kind }) => kind === 'plan')
  const hasCredits = grants.some(({ kind }) => kind === 'credits')
  return (
    <>
      <Button size="l" look={look} href={paths.home()}>
        {text.watch}
      </Button>
      <Button size="l" href={hasCredits && !hasPlan ? paths.setupWallet() : paths.setup()}>
        {hasCredits && !hasPlan ? text.toWallet : text.toSetup}
      </Button>
    </>
  )
}
