import { type ComponentType, useEffect, useRef, useState } from 'react'
import { userProfile } from '#contract/accounts.ts'
import { GIFT_CARD_DESIGNS, type GiftCardDesign } from '#contract/gift-card-designs.ts'
import { DEFAULT_AREA_CODE, GIFT_MESSAGE_MAX, GIVER_NAME_MAX } from '#contract/fields.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useCall } from '#web/kit/use-call.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { useText } from '#web/kit/text.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { phoneFieldLabels } from '#web/viewer/account/phone-field-labels.ts'
import { keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { GIFT_CARD_DRAFT } from '#web/viewer/payments/gift-card-draft.ts'
import { usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/person-fields.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { GiftCardArt, GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { isEmail, recipientForm, RECIPIENTS, type RecipientKind, type RecipientForm } from './recipient.rules.ts'
import {
  type GiftCardPurchase,
  type GiftCardValue,
  type OpenGiftCardPayment,
  useBuyGiftCard,
} from './use-buy-gift-card.ts'
import styles from './buy-form.module.css'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { grouped, isWholeNumber } from '#web/ui/form/phone.rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'

export type GiftCardPaymentDialog = ComponentType<{ payment: OpenGiftCardPayment; onClose: () => void }>

interface BuyFormProps {
  values: readonly GiftCardValue[]
  PaymentDialog: GiftCardPaymentDialog
}

/** Buys a gift card: its value, who gets it, and how it is paid (DESIGN, picture 17). */
export function BuyForm({ values, PaymentDialog }: BuyFormProps) {
  const { buy: text, providers } = useText('giftCards')
  const { language } = useCallContext()
  const isVisitor = useSession().token === undefined
  const profile = useCall(userProfile, {}, { enabled: !isVisitor }).data?.profile
  const requireLogin = useRequireLogin()
  const isTelecom = profile !== undefined && balancesOf(profile).kind === 'tickets'
  const [draft] = useState(() => readDraft(GIFT_CARD_DRAFT).values)
  const [chosenValue, setValue] = useState(draft['value'] ?? '')
  const [design, setDesign] = useState(GIFT_CARD_DESIGNS.find((one) => one === draft['design']) ?? GIFT_CARD_DESIGNS[0])
  const [chosenProvider, setProvider] = useState(draft['provider'] ?? '')
  const [confirming, setConfirming] = useState<GiftCardPurchase>()
  const payment = useBuyGiftCard()
  const wrongFor = useBuyerRules(isTelecom)
  const value = values.find(({ giftCardValueId }) => giftCardValueId === chosenValue) ?? values[0]
  const provider = value?.providers.find((kind) => kind === chosenProvider) ?? usualKind(value?.providers ?? [])
  const form = useForm<Entered, typeof recipientForm>({
    schema: recipientForm,
    initial: {
      to: RECIPIENTS.find((kind) => kind === draft['to']) ?? 'mobile',
      areaCode: draft['areaCode'] ?? DEFAULT_AREA_CODE,
      mobileno: draft['mobileno'] ?? '',
      email: draft['email'] ?? '',
      giverName: draft['giverName'] ?? '',
      message: draft['message'] ?? '',
    },
    submit: async (to): Promise<FormResult> => {
      if (!value || !provider || !requireLogin({ kind: 'go', to: PATHS.giftCard })) return
      const wrong = wrongFor(to)
      if (wrong) return { message: '', fields: wrong }
      payment.clear()
      setConfirming({ value, design, provider, to })
    },
  })
  // Members of telecom partners have no credits and no plan: they give gift cards, and cannot redeem them.
  const recipients = isTelecom ? RECIPIENTS.filter((kind) => kind !== 'self') : RECIPIENTS
  const entered = form.values
  usePrefilledName(form, profile?.name)
  useEffect(() => {
    keepDraft(GIFT_CARD_DRAFT, { ...entered, design, value: chosenValue, provider: chosenProvider })
  }, [entered, design, chosenValue, chosenProvider])
  if (!value || !provider) return null
  const money = formatMoney(value.amount, language, value.currency)
  const number = (count: number) => formatNumber(count, language)

  async function pay(purchase: GiftCardPurchase): Promise<void> {
    const wrong = await payment.start(purchase)
    if (wrong === undefined) return
    setConfirming(undefined)
    form.refuse({ message: '', fields: { [purchase.to.to === 'email' ? 'email' : 'mobileno']: wrong } })
  }

  return (
    <form className={styles.form} {...form.form}>
      <div className={styles.fields}>
        <DesignField value={design} onChange={setDesign} />
        <ValueField values={values} value={value} onChange={setValue} />
        <RadioField
          {...form.field('to')}
          label={text.to}
          choices={recipients.map((kind) => ({ value: kind, label: text.toChoices[kind] }))}
        />
        <Recipient form={form} />
      </div>
      <section className={styles.side} aria-label={text.preview}>
        <p className={styles.label}>{text.preview}</p>
        <Preview value={value} design={design} entered={entered} />
        <RadioField
          className={styles.tiles}
          look="tiles"
          name="provider"
          label={text.provider}
          value={provider}
          onChange={setProvider}
          choices={value.providers.map((kind) => ({ value: kind, label: providers[kind] }))}
        />
        <p className={styles.total}>
          <span>
            {text.total} <small className={styles.fee}>{text.noFee}</small>
          </span>
          <strong className={styles.amount}>{money}</strong>
        </p>
        <Button look="primary" size="l" wide type="submit" note={money}>
          {text.pay}
        </Button>
        <p className={styles.note}>{text.valid(number(value.expiresInMonths))}</p>
        {isVisitor ? <p className={styles.note}>{text.visitor}</p> : null}
      </section>
      {confirming && !payment.open ? (
        <ConfirmPurchase
          purchase={confirming}
          busy={payment.pending}
          error={payment.error}
          onConfirm={() => void pay(confirming)}
          onClose={() => setConfirming(undefined)}
        />
      ) : null}
      {payment.open ? (
        <PaymentDialog
          payment={payment.open}
          onClose={() => {
            payment.close()
            setConfirming(undefined)
          }}
        />
      ) : null}
    </form>
  )
}

type Entered = Record<'to' | 'areaCode' | 'mobileno' | 'email' | 'giverName' | 'message', string>
type BuyState = ReturnType<typeof useForm<Entered, typeof recipientForm>>

/** Says which credits come with each month of a plan. */
function useMonthlyCredits(): (extraCredits: number | undefined) => string | undefined {
  const { monthlyCredits } = useText('codes')
  const { language } = useCallContext()
  return (extraCredits) => (extraCredits ? monthlyCredits(formatNumber(extraCredits, language)) : undefined)
}

/** The obstacle for this buyer, once they have logged in. */
function useBuyerRules(isTelecom: boolean) {
  const { buy: text } = useText('giftCards')
  const { rules } = useText('fields')
  return ({ to, giverName }: RecipientForm): Record<string, string> | undefined => {
    if (to === 'self') return isTelecom ? { to: text.others } : undefined
    return giverName.trim() ? undefined : { giverName: rules.GIVER_NAME }
  }
}

/** The member's own name, until they enter one. */
function usePrefilledName({ values, set }: BuyState, name: string | undefined): void {
  const isOffered = useRef(false)
  useEffect(() => {
    if (isOffered.current || !name) return
    isOffered.current = true
    if (values.giverName === '') set({ giverName: name.slice(0, GIVER_NAME_MAX) })
  }, [name, values.giverName, set])
}

/** Who gets it: the fields of the chosen kind. */
function Recipient({ form }: { form: BuyState }) {
  const { buy: text } = useText('giftCards')
  const numbers = useText('numbers')
  const { language } = useCallContext()
  const number = (count: number) => formatNumber(count, language)
  if (form.values.to === 'self') return <p className={styles.note}>{text.selfNote}</p>
  return (
    <>
      {form.values.to === 'mobile' ? (
        <PhoneField {...phoneFieldLabels(numbers)} region={form.field('areaCode')} number={form.field('mobileno')} />
      ) : (
        <EmailField label={text.email} {...form.field('email')} />
      )}
      <TextField
        label={text.giverName}
        hint={text.giverNameHint}
        autoComplete="name"
        maxLength={GIVER_NAME_MAX}
        {...form.field('giverName')}
      />
      <TextAreaField
        label={text.message}
        hint={text.messageHint(number(form.values.message.length), number(GIFT_MESSAGE_MAX))}
        {...form.field('message')}
      />
    </>
  )
}

interface PreviewProps {
  value: GiftCardValue
  design: GiftCardDesign
  entered: Entered
}

/** The card and what its recipient gets. The code is not in it. */
function Preview({ value, design, entered }: PreviewProps) {
  const { to, giverName, message } = entered
  const { buy: text } = useText('giftCards')
  const { language } = useCallContext()
  const credits = useMonthlyCredits()(value.extraCredits)
  const how = {
    mobile: text.bySms(isWholeNumber(entered.mobileno) ? phoneOf(entered) : ''),
    email: text.byEmail(isEmail(entered.email) ? entered.email.trim() : ''),
    self: text.forSelf,
  }[to as RecipientKind]
  return (
    <div className={styles.preview}>
      <GiftCardArt design={design} name={siteConfig().brand[language]} value={value.title} />
      <p className={styles.how}>
        {giverName.trim() && to !== 'self' ? <strong>{text.from(giverName.trim())}</strong> : null}
        {message.trim() && to !== 'self' ? <span className={styles.message}>{text.quote(message.trim())}</span> : null}
        {credits ? <span>{credits}</span> : null}
        <span>{how}</span>
      </p>
    </div>
  )
}

interface ValueFieldProps {
  values: readonly GiftCardValue[]
  value: GiftCardValue
  onChange: (giftCardValueId: string) => void
}

function ValueField({ values, value, onChange }: ValueFieldProps) {
  const { buy: text } = useText('giftCards')
  const { language } = useCallContext()
  const creditsWith = useMonthlyCredits()
  return (
    <RadioField
      className={styles.tiles}
      look="tiles"
      name="value"
      label={text.value}
      hint={text.valueHint}
      value={value.giftCardValueId}
      onChange={onChange}
      choices={values.map(({ giftCardValueId, title, months, extraCredits, amount, currency }) => ({
        value: giftCardValueId,
        label: title,
        note: joinFacts([formatMoney(amount, language, currency), creditsWith(extraCredits)], language),
        isWide: months !== undefined,
      }))}
    />
  )
}

interface DesignFieldProps {
  value: GiftCardDesign
  onChange: (design: GiftCardDesign) => void
}

/** The picture of the card (DESIGN, picture 17). */
function DesignField({ value, onChange }: DesignFieldProps) {
  const { buy: text, designs } = useText('giftCards')
  return (
    <RadioField
      look="pictures"
      name="design"
      label={text.design}
      value={value}
      onChange={(chosen) => onChange(chosen as GiftCardDesign)}
      choices={GIFT_CARD_DESIGNS.map((design) => ({
        value: design,
        label: designs[design],
        picture: <GiftCardThumbnail design={design} />,
      }))}
    />
  )
}

interface ConfirmPurchaseProps {
  purchase: GiftCardPurchase
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** What is bought for whom, and what it costs, before anything is paid. */
function ConfirmPurchase({ purchase, busy, error, onConfirm, onClose }: ConfirmPurchaseProps) {
  const { confirm: text, buy, designs, providers } = useText('giftCards')
  const { site } = useShellText()
  const { language } = useCallContext()
  const creditsWith = useMonthlyCredits()
  const { value, design, provider, to } = purchase
  const message = to.to === 'self' ? '' : to.message.trim()
  const facts: Fact[] = [
    { label: text.card, value: joinFacts([value.title, creditsWith(value.extraCredits)], language) },
    { label: text.design, value: designs[design] },
    { label: text.to, value: recipientName(to, text.self) },
    ...(to.to === 'self' ? [] : [{ label: text.from, value: to.giverName.trim() }]),
    ...(message ? [{ label: text.message, value: message }] : []),
    { label: text.provider, value: providers[provider] },
    { label: text.total, value: <strong>{formatMoney(value.amount, language, value.currency)}</strong> },
  ]
  return (
    <Dialog title={text.title} closeLabel={site.close} busy={busy} onClose={onClose}>
      <div className={styles.facts}>
        <Facts list={facts} />
      </div>
      <p className={styles.final}>{to.to === 'self' ? buy.selfNote : text.final}</p>
      <FormError>{error}</FormError>
      <DialogActions
        main={{ label: text.pay, onClick: onConfirm, busy, busyText: site.busy, autoFocus: true }}
        cancel={{ label: text.change, onClick: onClose, disabled: busy }}
      />
    </Dialog>
  )
}

function recipientName({ to, areaCode, mobileno, email }: RecipientForm, self: string): string {
  if (to === 'self') return self
  return to === 'email' ? email.trim() : phoneOf({ areaCode, mobileno })
}

/** Kept on one line. */
const phoneOf = ({ areaCode, mobileno }: Pick<Entered, 'areaCode' | 'mobileno'>): string =>
  `+${areaCode} ${grouped(mobileno.replaceAll(/\D/g, ''))}`.replaceAll(' ', '\u00a0')
