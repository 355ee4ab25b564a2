import { giftCardReceived } from '#contract/codes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment, shownEnd } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import styles from './redeem-form.module.css'

/** The gift cards that were given to the member: a click shows what one gives. */
export function WaitingGifts({ onChoose }: { onChoose: (code: string) => void }) {
  const text = useText('redeem')
  const codes = useText('codes')
  const { language } = useCallContext()
  const list = useCall(giftCardReceived, {}).data?.list ?? []
  if (list.length === 0) return null
  return (
    <section className={styles.gifts} aria-labelledby="waiting-gifts">
      <h2 id="waiting-gifts" className={styles.giftsTitle}>
        {text.waiting.title}
      </h2>
      <ul>
        {list.map(({ code, title, extraCredits, giverName, message, design, expiresAt }) => (
          <li key={code} className={styles.gift}>
            <span className={styles.giftArt}>
              <GiftCardThumbnail design={design} />
            </span>
            <div className={styles.giftText}>
              <p className={styles.giftName}>{keepUnits(giverName ? text.waiting.from(title, giverName) : title)}</p>
              {extraCredits ? (
                <p className={styles.note}>{codes.monthlyCredits(formatNumber(extraCredits, language))}</p>
              ) : null}
              {message ? <p className={styles.giftMessage}>{text.quote(message)}</p> : null}
              <p className={styles.note}>{text.waiting.until(formatMoment(shownEnd(expiresAt), language))}</p>
            </div>
            <Button size="s" onClick={() => onChoose(code)}>
              {text.waiting.choose}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
