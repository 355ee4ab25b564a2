import { useState } from 'react'
import { Navigate, useSearchParams } from '#web/kit/router.tsx'
import { isQrOnly, type PaymentKind, paymentPacks } from '#contract/payments.ts'
import { privateCinemaList } from '#contract/private-cinema.ts'
import { revampDetail } from '#contract/programs.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { useQuote } from '#web/viewer/rentals/use-quote.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CreditIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { offeredBeside, usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'
import { useStartPayment } from './use-start-payment.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './top-up-screen.module.css'

type Pack = OutputOf<typeof paymentPacks>['list'][number]

/**
 * `/paypiont`: top-up. The packs on sale, the kinds of payment that are configured, the amount. It is also where a provider sends the
 * browser back to (`return`): the result screen then shows the order's true state.
 */
export function TopUpScreen() {
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  return (
    <TopUp
      packId={query.get('packId') ?? ''}
      programId={query.get('for') ?? undefined}
      slotId={query.get('slot') ?? undefined}
    />
  )
}

interface TopUpFor {
  packId: string
  programId: string | undefined
  slotId: string | undefined
}

function TopUp({ packId, programId, slotId }: TopUpFor) {
  const { topUp: text } = useText('payments')
  const { site } = useShellText()
  const packs = useCall(paymentPacks, {})
  const need = useNeed({ programId, slotId })
  const list = packs.data?.list
    .map((pack) => ({ ...pack, providers: offeredBeside(pack.providers) }))
    .filter(({ providers }) => providers.length > 0)
  return (
    <Screen title={text.title} className={styles.screen}>
      {list?.length === 0 ? null : <p className={styles.lead}>{text.text}</p>}
      {programId || slotId ? <p className={styles.need}>{need?.sentence}</p> : null}
      {packs.isPending ? <Waiting label={site.loading} /> : null}
      {packs.isLoadingError ? (
        <ErrorPanel
          title={text.failed}
          text={packs.error.message}
          action={{ label: site.retry, onClick: () => void packs.refetch() }}
        />
      ) : null}
      {list?.length === 0 ? <NothingForSale /> : null}
      {list && list.length > 0 ? (
        <TopUpForm packs={list} packId={packId} programId={programId} slotId={slotId} missing={need?.missing ?? 0} />
      ) : null}
    </Screen>
  )
}

/** Members of telecom partners have vouchers in place of credits. */
function NothingForSale() {
  const { topUp: text } = useText('payments')
  const { site } = useShellText()
  const account = useAccount(useSession().token !== undefined)
  if (account.isLoading) return <Waiting label={site.loading} />
  const panel = { tone: 'plain', icon: <CreditIcon size={26} /> } as const
  return account.data && balancesOf(account.data.profile).kind === 'tickets' ? (
    <ErrorPanel
      {...panel}
      title={text.telecom}
      text={text.telecomText}
      action={{ label: text.toAccount, href: paths.setup() }}
    />
  ) : (
    <ErrorPanel {...panel} title={text.empty} text={text.emptyText} />
  )
}

/** What the credits are for, and how many are missing, while it is still too expensive. */
interface Need {
  readonly sentence: string
  readonly missing: number
}

function useNeed({ programId, slotId }: Pick<TopUpFor, 'programId' | 'slotId'>): Need | undefined {
  const { topUp: text } = useText('payments')
  const { language } = useCallContext()
  const program = useCall(revampDetail, { programId: programId ?? '' }, { enabled: programId !== undefined }).data
    ?.program
  const { state } = useQuote(
    { programId: programId ?? '', programGuid: program?.programGuid },
    { enabled: program !== undefined },
  )
  const slots = useCall(privateCinemaList, {}, { enabled: slotId !== undefined })
  const slot = slots.data?.list.find((one) => one.slotId === slotId)
  const profile = useAccount(slotId !== undefined).data?.profile
  const balances = profile && balancesOf(profile)
  if (program && state.kind === 'short') return need(text.forTitle, program.title, state.needed - state.owned)
  if (slot && balances?.kind === 'credits' && slot.credits > balances.total)
    return need(text.forScreening, slot.program.title, slot.credits - balances.total)
  return undefined

  function need(sentence: typeof text.forTitle, title: string, missing: number): Need {
    return { sentence: sentence(title, formatNumber(missing, language)), missing }
  }
}

interface TopUpFormProps extends TopUpFor {
  packs: readonly [Pack, ...Pack[]] | readonly Pack[]
  missing: number
}

function TopUpForm({ packs, packId, programId, slotId, missing }: TopUpFormProps) {
  const { topUp: text, providers, anotherDevice } = useText('payments')
  const { site } = useShellText()
  const { language } = useCallContext()
  const [chosenPack, setPack] = useState(packId)
  const [chosenProvider, setProvider] = useState<string>('')
  const payment = useStartPayment()
  const pack =
    packs.find((one) => one.packId === chosenPack) ?? packs.find(({ credits }) => credits >= missing) ?? packs[0]
  if (!pack) return null
  const provider = pack.providers.find((one) => one === chosenProvider) ?? usualKind(pack.providers)
  const money = formatMoney(pack.amount, language, pack.currency)
  const pay = (kind: PaymentKind) =>
    void payment.start({ packId: pack.packId, amount: pack.amount, provider: kind, programId, slotId })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (provider) pay(provider)
      }}
    >
      <RadioField
        className={styles.packs}
        look="tiles"
        name="pack"
        label={text.packs}
        value={pack.packId}
        onChange={setPack}
        choices={packs.map(({ packId: value, credits, amount, currency, expiresInMonths }) => ({
          value,
          label: joinFacts(
            [text.pack(formatNumber(credits, language)), formatMoney(amount, language, currency)],
            language,
          ),
          note: text.valid(formatNumber(expiresInMonths, language)),
        }))}
      />
      <RadioField
        className={styles.kinds}
        look="tiles"
        name="provider"
        label={text.provider}
        value={provider ?? ''}
        onChange={setProvider}
        choices={pack.providers.map((value) => ({
          value,
          label: providers[value],
          ...(isMobileDevice() && isQrOnly(value) && { note: anotherDevice }),
        }))}
      />
      <FormError>{payment.error}</FormError>
      <Button look="primary" size="l" wide type="submit" note={money} busy={payment.pending} busyText={site.busy}>
        {text.pay}
      </Button>
      {payment.open ? <PaymentDialog payment={payment.open} onClose={payment.close} /> : null}
    </form>
  )
}
