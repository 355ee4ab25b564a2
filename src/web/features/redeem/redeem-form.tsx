import { type ReactNode, useState } from 'react'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import styles from './redeem-form.module.css'
import { useText } from '#web/kit/text.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useRewardLines, useRewardPhrase } from '#web/viewer/codes/use-rewards.ts'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { RewardList } from '#web/ui/reward-list.tsx'
import type { CreditBucket } from '#contract/wallet.ts'
import { type Reward, giftCardReceived, redeemPromotionCode } from '#contract/codes.ts'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import { formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { balancesOf, fullNumber } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { GiftCardArt } from '#web/ui/gift-card-art.tsx'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '#web/kit/router.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { WaitingGifts } from './waiting-gifts.tsx'

interface RedeemFormProps {
  /** Above the field, in the same panel. */
  head?: ReactNode
  /** Whether its button is the main one of the screen. */
  isMain?: boolean
}

/** Enters a code, shows what it gives, and redeems it once that is confirmed (DESIGN, picture 18). */
export function RedeemForm({ head, isMain = true }: RedeemFormProps) {
  const text = useText('redeem')
  const codes = useText('codes')
  const { site } = useShellText()
  const isVisitor = useSession().token === undefined
  const redeem = useRedeem()
  const { step, form, field, waiting } = redeem
  const look = isMain ? 'primary' : 'secondary'
  if (step.at === 'done') return <RedeemResult redeemed={step.redeemed} look={look} onAnother={redeem.another} />
  const isUsed = field.error === codes.refused.CODE_USED.title
  return (
    <div className={styles.panel}>
      {head}
      {isVisitor || step.at !== 'typing' ? null : <WaitingGifts onChoose={redeem.choose} />}
      <form className={styles.form} {...form.form}>
        <RedeemCodeField
          {...field}
          hint={
            isUsed && !isVisitor ? (
              <>
                {field.hint}{' '}
                <a className={styles.link} href={paths.setupWallet()}>
                  {codes.toStatement}
                </a>
              </>
            ) : (
              field.hint
            )
          }
        />
        <FormError>{form.formError}</FormError>
        {step.at === 'typing' ? (
          <div className={styles.actions}>
            <Button
              look={look}
              size="l"
              type="submit"
              busy={form.pending}
              busyText={site.busy}
              disabled={waiting !== undefined}
            >
              {waiting ?? text.preview}
            </Button>
          </div>
        ) : null}
        {isVisitor ? <p className={styles.note}>{text.visitor}</p> : null}
      </form>
      {step.at === 'preview' && step.redeemed.redeemedAt !== undefined ? (
        <RedeemedBefore redeemed={step.redeemed} redeemedAt={step.redeemed.redeemedAt} onAnother={redeem.another} />
      ) : null}
      {step.at === 'preview' && step.redeemed.redeemedAt === undefined ? (
        <RedeemPreview
          redeemed={step.redeemed}
          look={look}
          error={redeem.confirmError}
          busy={redeem.isConfirming}
          onConfirm={() => void redeem.confirm()}
          onAnother={redeem.another}
        />
      ) : null}
    </div>
  )
}

/** Who gave a gift card, and what they wrote. */
function Given({ redeemed: { giverName, message } }: { redeemed: Redeemed }) {
  const text = useText('redeem')
  if (!giverName && !message) return null
  return (
    <div className={styles.given}>
      {giverName ? <p className={styles.giftName}>{text.from(giverName)}</p> : null}
      {message ? <p className={styles.giftMessage}>{text.quote(message)}</p> : null}
    </div>
  )
}

interface RedeemedBeforeProps {
  redeemed: Redeemed
  redeemedAt: string
  onAnother: () => void
}

/** A code that this account has redeemed already: when, and what it gave. There is nothing to confirm. */
function RedeemedBefore({ redeemed, redeemedAt, onAnother }: RedeemedBeforeProps) {
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
          <RewardList rewards={useRewardLines(redeemed.grants)} />
        </div>
        <Given redeemed={redeemed} />
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

interface RedeemResultProps {
  redeemed: Redeemed
  /** Of the first way on. */
  look: ButtonLook
  onAnother: () => void
}

/** What was granted, and the ways on. */
function RedeemResult({ redeemed: { grants }, look, onAnother }: RedeemResultProps) {
  const { done: text } = useText('redeem')
  const { language } = useCallContext()
  const lines = useRewardLines(grants)
  const phrase = useRewardPhrase(grants)
  const card = useArrivalFocus<HTMLDivElement>()
  return (
    <div ref={card} tabIndex={-1}>
      <ResultCard tone="paid" kicker={text.kicker} title={text.title(phrase)}>
        <ResultFacts
          facts={lines.map(({ title, until, extra }) => ({ label: title, value: joinFacts([until, extra], language) }))}
        />
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
function Ways({ grants, look }: { grants: readonly Reward[]; look: ButtonLook }) {
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
function RedeemPreview({ redeemed, look, error, busy, onConfirm, onAnother }: RedeemPreviewProps) {
  const { kind, grants, design } = redeemed
  const text = useText('redeem')
  const { site } = useShellText()
  const { sentenceJoin } = useText('codes')
  const { language } = useCallContext()
  const profile = useAccount().data?.profile
  const heading = useArrivalFocus<HTMLHeadingElement>()
  const credits = grants.reduce((sum, reward) => (reward.kind === 'credits' ? sum + reward.amount : sum), 0)
  const lines = useRewardLines(grants)
  const phrase = useRewardPhrase(grants)
  return (
    <>
      <section className={styles.preview} aria-labelledby="redeem-gives">
        <div className={styles.previewHead}>
          <h2 id="redeem-gives" ref={heading} tabIndex={-1} className={styles.gives}>
            {text.gives}
          </h2>
          <p className={styles.before}>{text.before}</p>
        </div>
        <Given redeemed={redeemed} />
        <div className={styles.content}>
          {design ? (
            <div className={styles.art}>
              <GiftCardArt design={design} name={siteConfig().brand[language]} />
            </div>
          ) : null}
          <div className={styles.grants}>
            <RewardList rewards={lines} />
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

const BUCKET = { monthly: 'monthly', extra: 'recharged' } as const satisfies Record<string, CreditBucket>

/** The credits of the account before and after; a code's are extra credits. */
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
        {(['monthly', 'extra'] as const).map((bucket) =>
          balances[bucket].amount > 0 ? (
            <span key={bucket} data-bucket={BUCKET[bucket]} style={{ flexGrow: balances[bucket].amount }} />
          ) : null,
        )}
        <span data-bucket={BUCKET.extra} data-new="" style={{ flexGrow: credits }} />
      </div>
    </dl>
  )
}

type Redeemed = OutputOf<typeof redeemPromotionCode>

/** typing: a code is entered; preview: what it would give; done: what it gave. */
type RedeemStep = { at: 'typing' } | { at: 'preview' | 'done'; redeemed: Redeemed }

const DRAFT = 'redeem'
const TYPING: RedeemStep = { at: 'typing' }

/** A code, what it would give, and its redemption. A visitor is asked to log in and comes back to the preview. */
function useRedeem() {
  const text = useText('codes')
  const queries = useQueryClient()
  const requireLogin = useRequireLogin()
  const { pathname, search } = useLocation()
  const [step, setStep] = useState<RedeemStep>(TYPING)
  const on = codeRefusals(text)
  const preview = useSubmit(redeemPromotionCode, { on, waitMessage: text.tooMany })
  const redemption = useSubmit(redeemPromotionCode, { on, waitMessage: text.tooMany })

  const { form, field, reset, waiting } = useCodeForm({
    draft: DRAFT,
    failure: (redemption.refusal ?? preview.refusal)?.failure,
    wait: preview.wait,
    onChange: startAgain,
    send: async (code) => {
      keepDraft(DRAFT, { code: form.values.code }, { resumes: true })
      if (!requireLogin({ kind: 'go', to: pathname + search })) return undefined
      keepDraft(DRAFT, { code: form.values.code })
      return look(code)
    },
  })

  async function look(code: string) {
    const answer = await preview.submit({ code, preview: true })
    if (answer.result === 'FAILED') return answer
    redemption.clear()
    setStep({ at: 'preview', redeemed: answer })
    return undefined
  }

  function choose(code: string): void {
    form.set({ code })
    void form.send({ code })
  }

  function startAgain() {
    redemption.clear()
    setStep(TYPING)
  }

  async function confirm(): Promise<void> {
    const code = form.values.code.replaceAll(/[\s-]/g, '')
    const answer = await redemption.submit({ code, preview: false })
    if (answer.result === 'SUCCESS') {
      refreshAfterPlanChange(queries)
      void queries.invalidateQueries(queriesOf(giftCardReceived))
      reset()
      setStep({ at: 'done', redeemed: answer })
    } else if (answer.fields?.['code']) {
      setStep(TYPING)
      form.refuse(answer)
    }
  }

  return {
    step,
    form,
    field,
    waiting,
    choose,
    confirm,
    isConfirming: redemption.pending,
    /** Why the redemption failed, where it can be tried again. */
    confirmError: redemption.refusal?.message || undefined,
    /** Back to an empty field. */
    another: () => {
      reset()
      startAgain()
    },
  }
}
