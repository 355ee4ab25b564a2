import { balancesOf } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { usePosters } from '#web/viewer/cards/use-posters.ts'
import { Button } from '#web/ui/button.tsx'
import { Hero, Steps } from '#web/ui/landing.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import { RedeemForm } from './redeem-form.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './redeem-screens.module.css'
import { useText } from '#web/kit/text.ts'

/** `/recode`, and without the header `/Redeemcode` and `/redeemcode2`: a code of any kind. */
export function RedeemScreen() {
  const text = useText('redeem')
  return (
    <Screen title={text.title} className={styles.screen}>
      <p className={styles.text}>{text.text}</p>
      <RedeemForm />
    </Screen>
  )
}

/** `/setup/exchangecode`: the same inside the account. */
export function ExchangeCodeScreen() {
  const text = useText('redeem')
  const profile = useAccount().data?.profile
  const isTelecom = profile !== undefined && balancesOf(profile).kind === 'tickets'
  return (
    <div className={styles.inAccount}>
      <ScreenHead title={text.title} text={isTelecom ? text.textTelecom : text.text} />
      <RedeemForm />
    </div>
  )
}

/** `/monthlyredeemCode`: a code for months of a plan. */
export function MonthlyRedeemCodeScreen() {
  const { monthly: text } = useText('redeem')
  return (
    <Screen title={text.title} className={styles.screen}>
      <p className={styles.text}>{text.text}</p>
      <RedeemForm />
      <p className={styles.more}>
        <a className={styles.link} href={paths.monthlyRedeem()}>
          {text.explain}
        </a>
      </p>
    </Screen>
  )
}

/** `/monthlyredeem`: what a code for months of a plan is, and the login. */
export function MonthlyRedeemScreen() {
  const { monthly: text } = useText('redeem')
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const isVisitor = useSession().token === undefined
  const enter = () => {
    if (requireLogin({ kind: 'go', to: PATHS.monthlyRedeemCode })) navigate(routerPath(paths.monthlyRedeemCode()))
  }
  return (
    <Screen className={styles.wide}>
      <Hero posters={usePosters()} kicker={text.kicker} lines={text.headline} lead={text.lead}>
        <Button look="primary" size="l" onClick={enter}>
          {isVisitor ? text.login : text.enter}
        </Button>
      </Hero>
      <Steps title={text.steps} list={text.stepList} />
    </Screen>
  )
}
