import { useState } from 'react'
import { paymentPacks } from '#contract/payments.ts'
import type { Program } from '#contract/programs.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useRentalsText } from '#web/viewer/rentals/rentals-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './short-of-credits.module.css'

type Pack = OutputOf<typeof paymentPacks>['list'][number]

interface ShortOfCreditsProps {
  program: Pick<Program, 'programId' | 'title'>
  owned: number
  needed: number
  onClose: () => void
}

/** Too few credits for a title (SPEC 8): what is missing, the packs that suffice, and the way to pay for one. */
export function ShortOfCredits({ program, owned, needed, onClose }: ShortOfCreditsProps) {
  const text = useRentalsText()
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  return (
    <>
      <p className={styles.sentence}>{text.notEnough}</p>
      <div className={styles.meter} aria-hidden="true">
        <span className={styles.owned} style={{ width: `${Math.round((owned / needed) * 100)}%` }} />
      </div>
      <p className={styles.ends}>
        <span>{text.owned(figure(owned))}</span>
        <span>{text.needed(figure(needed))}</span>
      </p>
      <TopUpChoice program={program} owned={owned} needed={needed} onClose={onClose} />
    </>
  )
}

/** One choice of the packs; those that do not suffice are not offered. */
function TopUpChoice({ program, owned, needed, onClose }: ShortOfCreditsProps) {
  const text = useRentalsText()
  const { site } = useText()
  const { language } = useCallContext()
  const packs = useCall(paymentPacks, {})
  const [chosen, setChosen] = useState<string>()
  if (packs.isPending) {
    return (
      <div className={styles.waiting}>
        <Spinner label={site.loading} />
      </div>
    )
  }
  if (packs.isError) {
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
  const pack = offered.find(({ packId }) => packId === chosen) ?? offered[0]
  if (!pack) {
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
  return (
    <div className={styles.choice}>
      <RadioField
        label={text.recharge}
        look="tiles"
        name="pack"
        value={pack.packId}
        onChange={setChosen}
        choices={offered.map(({ packId, credits, amount, currency }) => ({
          value: packId,
          label: `${text.credits(figure(credits))}　${formatMoney(amount, language, currency)}`,
          note: text.afterwards(figure(owned + credits - needed)),
        }))}
      />
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
    </div>
  )
}

/** The packs on sale that bring at least as many credits as are missing, in the order of the answer: the smallest first. */
const sufficientPacks = (packs: readonly Pack[], missing: number): Pack[] =>
  packs.filter(({ credits, providers }) => credits >= missing && providers.length > 0)
