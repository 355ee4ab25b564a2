import { useState } from 'react'
import type { Language } from '#contract/languages.ts'
import { paymentPacks } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import type { Program } from '#contract/programs.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import type { RentalsText } from '#text/zh_HK/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { secondPlanOffer } from '#web/viewer/plans/offers.rules.ts'
import { useHasPlan } from '#web/viewer/plans/use-has-plan.ts'
import { usePlanOffer } from '#web/viewer/plans/use-plan-offer.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import styles from './short-of-credits.module.css'

type Pack = OutputOf<typeof paymentPacks>['list'][number]

interface ShortOfCreditsProps {
  program: Pick<Program, 'programId' | 'title' | 'access' | 'offers'>
  owned: number
  needed: number
  onClose: () => void
}

/** Too few credits for a title (SPEC 8): what is missing, the packs that suffice, and the way to pay for one. */
export function ShortOfCredits({ program, owned, needed, onClose }: ShortOfCreditsProps) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  return (
    <>
      <p className={styles.sentence}>{text.notEnough}</p>
      <div className={styles.meter} aria-hidden="true">
        {useOwnedParts(owned).map(({ bucket, amount }) => (
          <span
            key={bucket}
            className={styles.owned}
            data-bucket={bucket}
            style={{ width: `${Math.round((amount / needed) * 100)}%` }}
          />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{text.owned(figure(owned))}</span>
        <span>{text.needed(figure(needed))}</span>
      </p>
      <TopUpChoice program={program} owned={owned} needed={needed} onClose={onClose} />
    </>
  )
}

/** What is owned by its buckets, as far as the account is known. */
function useOwnedParts(owned: number): { bucket: CreditBucket; amount: number }[] {
  const profile = useAccount().data?.profile
  const balances = profile && balancesOf(profile)
  const monthly = balances?.kind === 'credits' && balances.total === owned ? balances.monthly.amount : 0
  return [
    { bucket: 'monthly' as const, amount: monthly },
    { bucket: 'recharged' as const, amount: owned - monthly },
  ].filter(({ amount }) => amount > 0)
}

/** The value of the plan among the packs. */
const PLAN = 'plan'

/** One choice of the packs and the plan; those that do not suffice are not offered. */
function TopUpChoice({ program, owned, needed, onClose }: ShortOfCreditsProps) {
  const text = useText('rentals')
  const { site } = useShellText()
  const { language } = useCallContext()
  const packs = useCall(paymentPacks, {})
  // Credits of a further month come with that month, too late for this title.
  const plan = usePlanOffer({ enabled: !useHasPlan() })
  const [chosen, setChosen] = useState<string>()
  if (packs.isPending) {
    return <Waiting label={site.loading} size="s" />
  }
  if (packs.isLoadingError) {
    return (
      <>
        <FormError>{text.topUpFailed}</FormError>
        <Button wide onClick={() => void packs.refetch()}>
          {text.retry}
        </Button>
      </>
    )
  }
  const offered = sufficientPacks(packs.data.list, needed - owned)
  const withPlan = plan && planNote(plan, { program, owned, needed, text, language })
  const isPlan = withPlan !== undefined && (chosen === PLAN || offered.length === 0)
  const pack = offered.find(({ packId }) => packId === chosen) ?? offered[0]
  if (!pack && !isPlan) {
    return (
      <>
        <p className={styles.sentence}>{text.topUpNone}</p>
        <Button wide onClick={onClose}>
          {text.close}
        </Button>
      </>
    )
  }
  const figure = (value: number) => formatNumber(value, language)
  const choices = offered.map(({ packId, credits, amount, currency }) => ({
    value: packId,
    label: text.pack(figure(credits), formatMoney(amount, language, currency)),
    note: text.afterwards(figure(owned + credits - needed)),
  }))
  return (
    <div className={styles.choice}>
      {choices.length > 0 ? (
        <RadioField
          label={text.recharge}
          look="tiles"
          name="way"
          value={isPlan ? PLAN : (pack?.packId ?? '')}
          onChange={setChosen}
          choices={choices}
        />
      ) : null}
      {plan && withPlan !== undefined ? (
        <RadioField
          label={text.planOther}
          look="list"
          name="way"
          value={isPlan ? PLAN : ''}
          onChange={setChosen}
          choices={[{ value: PLAN, label: joinFacts([plan.name, plan.priceText], language), note: withPlan }]}
        />
      ) : null}
      {plan && isPlan ? (
        <>
          <p className={styles.hint}>{keepUnits(plan.termsText)}</p>
          <Button
            look="primary"
            size="l"
            wide
            note={plan.priceText}
            href={paths.monthlyFee({ programId: program.programId })}
            onClick={onClose}
          >
            {text.subscribe}
          </Button>
        </>
      ) : pack ? (
        <>
          <p className={styles.hint}>{text.back}</p>
          <Button
            look="primary"
            size="l"
            wide
            note={formatMoney(pack.amount, language, pack.currency)}
            href={paths.payPoint({ packId: pack.packId, programId: program.programId })}
            onClick={onClose}
          >
            {text.topUp(figure(pack.credits))}
          </Button>
        </>
      ) : null}
    </div>
  )
}

type PlanSituation = Pick<ShortOfCreditsProps, 'program' | 'owned' | 'needed'> & {
  text: RentalsText
  language: Language
}

/** How the plan leads to the title: it plays it, or its credits suffice. Undefined when it does not. */
function planNote(plan: Plan, { program, owned, needed, text, language }: PlanSituation): string | undefined {
  if (secondPlanOffer(program)) return text.planWatches
  const left = owned + plan.extraCredits - needed
  return left < 0
    ? undefined
    : text.planCredits(formatNumber(plan.extraCredits, language), formatNumber(left, language))
}

/** The packs on sale that bring at least as many credits as are missing, in the order of the answer: the smallest first. */
const sufficientPacks = (packs: readonly Pack[], missing: number): Pack[] =>
  packs.filter(({ credits, providers }) => credits >= missing && providers.length > 0)
