import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { GrantList } from '#web/ui/grant-list.tsx'
import type { Redeemed } from './use-redeem.ts'
import styles from './redeem-form.module.css'

interface RedeemedBeforeProps {
  redeemed: Redeemed
  redeemedAt: string
  onAnother: () => void
}

/** A code that this account has redeemed already: when, and what it gave. There is nothing to confirm. */
export function RedeemedBefore({ redeemed, redeemedAt, onAnother }: RedeemedBeforeProps) {
  const text = useText('redeem')
  const { toStatement } = useText('codes')
  const { language } = useCallContext()
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <>
      <section className={styles.preview} aria-labelledby="redeemed-before">
        <h2 id="redeemed-before" ref={heading} tabIndex={-1} className={styles.gives}>
          {text.repeated.title(formatMoment(redeemedAt, language))}
        </h2>
        <p className={styles.before}>{text.repeated.text}</p>
        <div className={styles.content}>
          <GrantList grants={useGrantLines(redeemed.grants)} />
        </div>
      </section>
      <div className={styles.actions}>
        <Button size="l" href={paths.setupWallet()}>
          {toStatement}
        </Button>
        <Button look="text" size="l" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </>
  )
}
