import { type ReactNode, useState } from 'react'
import { Navigate, useSearchParams, useNavigate } from '#web/kit/router.tsx'
import { giftCardValues, giftCardBalance, giftCardList, giftCardResend } from '#contract/codes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { deviceTime } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { offeredBeside } from '#web/viewer/payments/offered-kinds.rules.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GiftIcon, CopyIcon } from '#web/ui/feature-icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BuyForm, type GiftCardPaymentDialog } from './buy-form.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './gift-card-screen.module.css'
import { type OutputOf, endpointUrl } from '#contract/endpoint.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { useRewardLines } from '#web/viewer/codes/use-rewards.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { RewardList } from '#web/ui/reward-list.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { OrderNumber } from '#web/ui/order-number.tsx'
import { formatMoment, formatMonthDay, shownEnd } from '#web/kit/format-day.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useLoginAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

const VIEWS = ['buy', 'redeem', 'balance', 'mine'] as const
type View = (typeof VIEWS)[number]

export interface GiftCardScreenProps {
  /** Redeems a code, as everywhere else. */
  redeem: ReactNode
  PaymentDialog: GiftCardPaymentDialog
}

/**
 * `/giftcard`: to buy a gift card, or by `view` to redeem one, to see its balance, or those that one bought. It is also where a provider
 * sends the browser back to (`return`).
 */
export function GiftCardScreen({ redeem, PaymentDialog }: GiftCardScreenProps) {
  const text = useText('giftCards')
  const { language } = useCallContext()
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'buy'
  return (
    <Screen className={styles.screen} top="s">
      <header className={styles.head}>
        <div>
          <p className={styles.kicker}>{text.kicker(siteConfig().brand[language])}</p>
          <h1 className={styles.headline}>{view === 'redeem' ? text.received : text.title}</h1>
        </div>
        <Views current={view} />
      </header>
      {view === 'buy' ? <Buy PaymentDialog={PaymentDialog} /> : null}
      {view === 'redeem' ? (
        <section className={styles.narrow}>
          <h2 className={styles.subtitle}>{text.redeem.title}</h2>
          <p className={styles.text}>{text.redeem.text}</p>
          {redeem}
        </section>
      ) : null}
      {view === 'balance' ? <BalanceForm /> : null}
      {view === 'mine' ? <BoughtList /> : null}
      <section className={styles.sharing}>
        <h2 className={styles.sharingTitle}>{text.sharing.title}</h2>
        <p>{text.sharing.text}</p>
      </section>
    </Screen>
  )
}

function Views({ current }: { current: View }) {
  const { views: text } = useText('giftCards')
  return (
    <nav className={styles.views} aria-label={text.label}>
      {VIEWS.map((view) => (
        <a
          key={view}
          className={styles.view}
          href={paths.giftCard(view === 'buy' ? undefined : view)}
          aria-current={view === current ? 'page' : undefined}
        >
          {text[view]}
        </a>
      ))}
    </nav>
  )
}

/** What is on sale. Cryptocurrency is offered on `/cryptopay` only. */
function Buy({ PaymentDialog }: Pick<GiftCardScreenProps, 'PaymentDialog'>) {
  const { buy: text } = useText('giftCards')
  const { site } = useShellText()
  const values = useCall(giftCardValues, {})
  const list = values.data?.list
    .map((value) => ({ ...value, providers: offeredBeside(value.providers) }))
    .filter(({ providers }) => providers.length > 0)
  if (list && list.length > 0) return <BuyForm values={list} PaymentDialog={PaymentDialog} />
  return <div className={styles.awaited}>{unsold()}</div>

  /** While nothing can be bought: as high as the form, so that what is below it does not move. */
  function unsold() {
    if (values.isLoadingError) {
      return (
        <ErrorPanel
          title={text.failed}
          text={values.error.message}
          action={{ label: site.retry, onClick: () => void values.refetch() }}
        />
      )
    }
    if (list) return <ErrorPanel tone="plain" icon={<GiftIcon size={26} />} title={text.empty} text={text.emptyText} />
    return (
      <div data-awaited="">
        <Spinner size={36} label={site.loading} />
      </div>
    )
  }
}

type Balance = OutputOf<typeof giftCardBalance>

/** What a gift card is worth, and whether it was used: nothing is redeemed. */
function BalanceForm() {
  const { balance: text } = useText('giftCards')
  const codes = useText('codes')
  const { site } = useShellText()
  const [balance, setBalance] = useState<Balance>()
  const check = useSubmit(giftCardBalance, { on: codeRefusals(codes), waitMessage: codes.tooMany })
  const { form, field, waiting } = useCodeForm({
    draft: 'gift-card-balance',
    failure: check.refusal?.failure,
    wait: check.wait,
    onChange: () => setBalance(undefined),
    send: async (code) => {
      const answer = await check.submit({ code })
      setBalance(answer.result === 'SUCCESS' ? answer : undefined)
      return answer
    },
  })
  return (
    <section className={styles.card}>
      <h2 className={styles.subtitle}>{text.title}</h2>
      <p className={styles.text}>{text.text}</p>
      <form className={styles.form} {...form.form}>
        <RedeemCodeField {...field} />
        <FormError>{form.formError}</FormError>
        <Button
          look={balance ? 'secondary' : 'primary'}
          size="l"
          type="submit"
          busy={form.pending}
          busyText={site.busy}
          disabled={waiting !== undefined}
        >
          {waiting ?? text.check}
        </Button>
      </form>
      <div aria-live="polite">{balance ? <Found balance={balance} code={form.values.code} /> : null}</div>
    </section>
  )
}

function Found({ balance: { state, grants }, code }: { balance: Balance; code: string }) {
  const { balance: text, states } = useText('giftCards')
  const redeem = useRedeem(code)
  const lines = useRewardLines(grants)
  return (
    <div className={styles.found}>
      <p className={styles.state} data-state={state}>
        {states[state]}
      </p>
      <RewardList rewards={lines} />
      {state === 'unused' ? (
        <Button look="primary" onClick={redeem}>
          {text.redeem}
        </Button>
      ) : null}
    </div>
  )
}

/** To the form that redeems, with the code filled in. */
function useRedeem(code: string): () => void {
  const navigate = useNavigate()
  return () => {
    keepDraft('redeem', { code })
    navigate(routerPath(paths.giftCard('redeem')))
  }
}

type BoughtPage = OutputOf<typeof giftCardList>
type BoughtCard = BoughtPage['list'][number]

const BOUGHT = endpointUrl(giftCardList)
const PAGE_SIZE = 20

/** The gift cards that the member bought, each with its code until it is redeemed. */
function BoughtList() {
  const { mine: text } = useText('giftCards')
  const isVisitor = useSession().token === undefined
  const logIn = useLoginAction({ kind: 'go', to: paths.giftCard('mine').slice(1) })
  return (
    <section className={styles.card}>
      <h2 className={styles.subtitle}>{text.title}</h2>
      <p className={styles.text}>{text.text}</p>
      {isVisitor ? (
        <ErrorPanel
          tone="plain"
          icon={<GiftIcon size={26} />}
          title={text.login}
          action={{ label: text.loginAction, ...logIn }}
        />
      ) : (
        <Cards />
      )}
    </section>
  )
}

function Cards() {
  const { mine: text } = useText('giftCards')
  const { site } = useShellText()
  const { language } = useCallContext()
  const pages = usePages<BoughtPage>(BOUGHT, { pageSize: PAGE_SIZE })
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  const total = pages.data?.pages[0]?.total ?? 0
  const shownList = (
    <PagedList
      pages={pages}
      count={list.length}
      text={text}
      labels={site}
      icon={<GiftIcon size={26} />}
      shown={
        total > PAGE_SIZE ? text.shown(formatNumber(list.length, language), formatNumber(total, language)) : undefined
      }
    >
      <ul className={styles.list}>
        {list.map((card) => (
          <BoughtLine key={card.outTradeNo} card={card} />
        ))}
      </ul>
    </PagedList>
  )
  // An empty list is as high as its spinner, so that what is below does not move.
  return list.length === 0 ? <div className={styles.empty}>{shownList}</div> : shownList
}

function BoughtLine({ card }: { card: BoughtCard }) {
  const { title, extraCredits, state, code, design, recipient, giverName, message, boughtAt, expiresAt, orderNumber } =
    card
  const { mine: text, states } = useText('giftCards')
  const codes = useText('codes')
  const { copy, qr } = useText('payments')
  const { language } = useCallContext()
  return (
    <li className={styles.line}>
      <span className={styles.lineArt}>
        <GiftCardThumbnail design={design} />
      </span>
      <div className={styles.lineText}>
        <p className={styles.item}>{keepUnits(title)}</p>
        {extraCredits ? (
          <p className={styles.note}>{codes.monthlyCredits(formatNumber(extraCredits, language))}</p>
        ) : null}
        <p className={styles.note}>{recipient ? text.to(recipient) : text.self}</p>
        <p className={styles.note}>
          {joinFacts(
            [recipient && giverName && text.from(giverName), text.bought(formatMonthDay(boughtAt, language))],
            language,
          )}
        </p>
        {message ? <p className={styles.note}>{text.message(message)}</p> : null}
        <OrderNumber
          number={orderNumber}
          label={qr.order}
          copy={{ label: copy.label, onClick: () => void copyText(orderNumber, copy) }}
        />
        {state === 'unused' ? (
          <p className={styles.note}>{text.until(formatMoment(shownEnd(expiresAt), language))}</p>
        ) : null}
      </div>
      <p className={styles.state} data-state={state}>
        {states[state]}
      </p>
      {code ? <Code code={code} /> : null}
      {card.resendsLeft === undefined ? null : <Resend card={card} left={card.resendsLeft} />}
    </li>
  )
}

/** Sends the code to its recipient again: the buyer does not see it. */
function Resend({ card, left }: { card: BoughtCard; left: number }) {
  const { mine: text } = useText('giftCards')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { submit, pending } = useSubmit(giftCardResend, { toastsRefusals: true, invalidates: [giftCardList] })
  const isEarly = useCountdown(card.resendAt === undefined ? undefined : deviceTime(card.resendAt)) > 0
  if (left === 0) return <p className={styles.note}>{text.noResends}</p>
  const note =
    isEarly && card.resendAt !== undefined
      ? text.resendAt(formatInstant(card.resendAt, language))
      : text.resendsLeft(formatNumber(left, language))
  return (
    <div className={styles.resend}>
      <Button
        size="s"
        look="outline"
        disabled={isEarly}
        busy={pending}
        busyText={site.busy}
        onClick={async () => {
          const answer = await submit({ outTradeNo: card.outTradeNo })
          if (answer.result === 'SUCCESS') showToast({ text: text.resent })
        }}
      >
        {text.resend}
      </Button>
      <span className={styles.note}>{note}</span>
    </div>
  )
}

/** Of a card that one bought for oneself and has not redeemed. */
function Code({ code }: { code: string }) {
  const { mine: text, balance } = useText('giftCards')
  const redeem = useRedeem(code)
  return (
    <p className={styles.code}>
      <span className="visually-hidden">{text.code}</span>
      <span className={styles.codeText}>{code}</span>
      <Button
        size="s"
        icon={<CopyIcon size={18} />}
        onClick={() => void copyText(code, { done: text.copied, failed: text.copyFailed })}
      >
        {text.copy}
      </Button>
      <Button size="s" look="outline" onClick={redeem}>
        {balance.redeem}
      </Button>
    </p>
  )
}
