import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from '#web/kit/router.tsx'
import { privateCinemaList } from '#contract/private-cinema.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'
import { hoursBetween } from '#web/viewer/screenings/screening-times.ts'
import { Bone } from '#web/ui/bone.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ChevronLeftIcon, FilmIcon } from '#web/ui/icons.tsx'
import { BuyingPanel, type ScreeningPaymentDialog } from './buying-panel.tsx'
import { BuyingPanelSkeleton } from './buying-panel-skeleton.tsx'
import { ProgramLine } from './program-line.tsx'
import { ArtSkeleton, ScreeningArt } from './screening-art.tsx'
import type { Slot } from './slots.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './pay-cinema-screen.module.css'

/** `/paycinema?slotId`: buys one screening. It is also where a provider sends the browser back to (`return`). */
export function PayCinemaScreen({ PaymentDialog }: { PaymentDialog: ScreeningPaymentDialog }) {
  const text = useText('screenings')
  const { site } = useShellText()
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  const slots = useCall(privateCinemaList, {}, { enabled: !started })
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  const slot = slots.data?.list.find(({ slotId }) => slotId === query.get('slotId'))
  return (
    <Screen className={styles.screen} top="s">
      <a className={styles.back} href={paths.privateCinema()}>
        <ChevronLeftIcon size={18} />
        {text.title}
      </a>
      <h1 className={styles.headline}>{text.buy.page}</h1>
      {slot ? <Purchase slot={slot} PaymentDialog={PaymentDialog} /> : missing()}
    </Screen>
  )

  function missing(): ReactNode {
    if (slots.isLoadingError) {
      const action = { label: site.retry, onClick: () => void slots.refetch() }
      return <ErrorPanel title={text.failed} text={slots.error.message} action={action} />
    }
    if (slots.isPending) return <PurchaseSkeleton />
    return (
      <ErrorPanel
        tone="plain"
        icon={<FilmIcon size={26} />}
        title={text.buy.gone}
        text={text.buy.goneText}
        action={{ label: text.toSale, href: paths.privateCinema() }}
      />
    )
  }
}

function Purchase({ slot, PaymentDialog }: { slot: Slot; PaymentDialog: ScreeningPaymentDialog }) {
  const { buy } = useText('screenings')
  const { language } = useCallContext()
  const { program, startsAt, endsAt } = slot
  return (
    <div className={styles.columns}>
      <div className={styles.about}>
        <ScreeningArt program={program} />
        <ProgramLine program={program} />
        <h2 className={styles.heading}>{buy.terms}</h2>
        <ul className={styles.terms}>
          {buy.termList(formatNumber(hoursBetween(startsAt, endsAt), language)).map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      </div>
      <BuyingPanel slot={slot} PaymentDialog={PaymentDialog} />
    </div>
  )
}

function PurchaseSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.about} aria-hidden="true">
        <ArtSkeleton />
        <Bone width="40%" height="1.5rem" />
        <Bone height="9rem" />
      </div>
      <BuyingPanelSkeleton />
    </div>
  )
}
