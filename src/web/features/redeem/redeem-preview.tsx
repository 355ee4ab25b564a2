import type { Redeemed } from './use-redeem.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { balancesOf, fullNumber } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { useGrantLines, useGrantPhrase } from '#web/viewer/codes/use-grants.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { GiftCardArt } from '#web/ui/gift-card-art.tsx'
import { GrantList } from '#web/ui/grant-list.tsx'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import styles from './redeem-form.module.css'

interface RedeemPreviewProps {
  redeemed: Redeemed
  /** Of the button that redeems. */
  look: ButtonLook
  error: string | undefined
  busy: boolean
  onConfirm: () => void
  onAnother: () => void
}

/** What the code gives, until when, and what the account has then. Nothing is taken before the button. */
export function RedeemPreview({ redeemed, look, error, busy, onConfirm, onAnother }: RedeemPreviewProps) {
  const { kind, grants, design } = redeemed
  const text = useText('redeem')
  const { site } = useShellText()
  const { sentenceJoin } = useText('codes')
  const { language } = useCallContext()
  const profile = useAccount().data?.profile
  const heading = useArrivalFocus<HTMLHeadingElement>()
  const credits = grants.reduce((sum, grant) => (grant.kind === 'credits' ? sum + grant.amount : sum), 0)
  const lines = useGrantLines(grants)
  const phrase = useGrantPhrase(grants)
  return (
    <>
      <section className={styles.preview} aria-labelledby="redeem-gives">
        <div className={styles.previewHead}>
          <h2 id="redeem-gives" ref={heading} tabIndex={-1} className={styles.gives}>
            {text.gives}
          </h2>
          <p className={styles.before}>{text.before}</p>
        </div>
        <div className={styles.content}>
          {design ? (
            <div className={styles.art}>
              <GiftCardArt design={design} name={siteConfig().brand[language]} />
            </div>
          ) : null}
          <div className={styles.grants}>
            <GrantList grants={lines} />
            <p className={styles.kind}>{text.kind(text.kinds[kind])}</p>
          </div>
        </div>
        <div className={styles.balance}>{credits > 0 ? <Balance credits={credits} /> : null}</div>
      </section>
      <FormError>{error}</FormError>
      <div className={styles.actions}>
        <Button look={look} size="l" note={phrase} busy={busy} busyText={site.busy} onClick={onConfirm}>
          {text.confirm}
        </Button>
        <Button look="text" size="l" disabled={busy} onClick={onAnother}>
          {text.another}
        </Button>
      </div>
      <p className={styles.note}>
        {profile
          ? [text.once, text.account(fullNumber(profile.areaCode, profile.mobileno))].join(sentenceJoin)
          : text.once}
      </p>
    </>
  )
}

/** The credits of the account before and after. */
function Balance({ credits }: { credits: number }) {
  const text = useText('redeem')
  const { language } = useCallContext()
  const profile = useAccount().data?.profile
  const balances = profile && balancesOf(profile)
  if (balances?.kind !== 'credits') return null
  const number = (value: number) => formatNumber(value, language)
  return (
    <dl className={styles.meter}>
      <div>
        <dt>{text.now}</dt>
        <dd>{text.credits(number(balances.total))}</dd>
      </div>
      <ChevronRightIcon />
      <div>
        <dt>{text.after}</dt>
        <dd className={styles.after}>{text.credits(number(balances.total + credits))}</dd>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {balances.total > 0 ? <span style={{ flexGrow: balances.total }} /> : null}
        <span data-new="" style={{ flexGrow: credits }} />
      </div>
    </dl>
  )
}
