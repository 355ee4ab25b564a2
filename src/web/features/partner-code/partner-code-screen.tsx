import { type ReactNode, useState } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { TELECOM_PARTNERS, type TelecomPartner } from '#contract/telecom-partners.ts'
import { InLanguage } from '#web/kit/in-language.tsx'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { ShellTextContext, useShellTextIn, useShellText } from '#web/viewer/text/shell-text.ts'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './partner-code-screen.module.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useRewardLines } from '#web/viewer/codes/use-rewards.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { UserProfile } from '#contract/accounts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { bindPartner } from '#contract/partners.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { fullNumber } from '#web/viewer/account/balances.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'

/** `/hgcCode`: binds the account to a telecom partner. `/hgcCode_en` is the same in English, whatever the stored language is. */
export function PartnerCodeScreen() {
  const { pathname } = useLocation()
  const isEnglish = pathname.replace(/\/+$/, '') === PATHS.hgcCodeEn
  return isEnglish ? (
    <InEnglish>
      <PartnerCode />
    </InEnglish>
  ) : (
    <PartnerCode />
  )
}

function InEnglish({ children }: { children: ReactNode }) {
  const shellText = useShellTextIn('en_US')
  return (
    <ShellTextContext value={shellText}>
      <InLanguage language="en_US">{children}</InLanguage>
    </ShellTextContext>
  )
}

function PartnerCode() {
  const text = useText('partnerCode')
  const isMember = useSession().token !== undefined
  // Here, since the account is another partner's from then on.
  const [bound, setBound] = useState<{ bound: Bound; partner: TelecomPartner }>()
  const onBound = (answer: Bound, partner: TelecomPartner) => setBound({ bound: answer, partner })
  usePageTitle(text.title)
  return (
    <Screen title={text.title} className={styles.screen}>
      <p className={styles.text}>{text.text}</p>
      {bound ? (
        <BoundResult {...bound} />
      ) : isMember ? (
        <ForMember onBound={onBound} />
      ) : (
        <PartnerCodeForm account={undefined} onBound={onBound} />
      )}
    </Screen>
  )
}

/** A member who is bound already enters further codes of the same partner. */
function ForMember({ onBound }: { onBound: (bound: Bound, partner: TelecomPartner) => void }) {
  const { already: text, partners } = useText('partnerCode')
  const account = useAccount()
  const profile = account.data?.profile
  const bound = TELECOM_PARTNERS.find((partner) => partner === profile?.partner)
  // Whether it is bound decides what the form asks.
  if (account.isPending) return <PanelSkeleton lines={14} />
  if (!bound) return <PartnerCodeForm account={profile} onBound={onBound} />
  return (
    <>
      <div className={styles.bound}>
        <h2 className={styles.subtitle}>{text.title(partners[bound])}</h2>
        <p className={styles.text}>{text.text(partners[bound])}</p>
      </div>
      <PartnerCodeForm account={profile} boundTo={bound} onBound={onBound} />
    </>
  )
}

/** What the code of the partner gave, and what the account has now. */
function BoundResult({ bound: { tickets, grants }, partner }: { bound: Bound; partner: TelecomPartner }) {
  const { done: text, partners } = useText('partnerCode')
  const { language } = useCallContext()
  const lines = useRewardLines(grants)
  return (
    <ResultCard tone="paid" kicker={text.kicker} title={text.title(partners[partner])}>
      <ResultFacts
        facts={[
          ...lines.map(({ what, until }) => ({ label: what, value: until })),
          { label: text.tickets, value: text.count(formatNumber(tickets, language)) },
        ]}
      />
      <ResultActions>
        <Button size="l" look="primary" href={paths.home()}>
          {text.watch}
        </Button>
        <Button size="l" href={paths.setup()}>
          {text.toSetup}
        </Button>
      </ResultActions>
    </ResultCard>
  )
}

export type Bound = OutputOf<typeof bindPartner>

const DRAFT = 'partner-code'

interface PartnerCodeFormProps {
  account: UserProfile | undefined
  /** The account is bound to this one already: further codes of it only add what they give. */
  boundTo?: TelecomPartner
  onBound: (bound: Bound, partner: TelecomPartner) => void
}

/** What binding means, the partner and its code; it is confirmed before anything changes. */
export function PartnerCodeForm({ account, boundTo, onBound }: PartnerCodeFormProps) {
  const text = useText('partnerCode')
  const codes = useText('codes')
  const { site } = useShellText()
  const queries = useQueryClient()
  const requireLogin = useRequireLogin()
  const isVisitor = useSession().token === undefined
  const { pathname } = useLocation()
  const [partner, setPartner] = useState<TelecomPartner>(boundTo ?? 'hgc')
  const [confirming, setConfirming] = useState<string>()
  const { CONFLICT: _, ...on } = codeRefusals(codes)
  const binding = useSubmit(bindPartner, { on, waitMessage: codes.tooMany })
  const { form, field, reset, waiting } = useCodeForm({
    draft: DRAFT,
    failure: binding.refusal?.failure,
    wait: binding.wait,
    onChange: binding.clear,
    send: async (code) => {
      keepDraft(DRAFT, { code: form.values.code })
      if (!requireLogin({ kind: 'go', to: pathname })) return
      if (boundTo) await bind(code)
      else setConfirming(code)
    },
  })

  async function bind(code: string): Promise<void> {
    const answer = await binding.submit({ partner, code })
    setConfirming(undefined)
    if (answer.result === 'FAILED') {
      if (answer.fields?.['code']) form.refuse(answer)
      return
    }
    reset()
    onBound(answer, partner)
    refreshAfterPlanChange(queries)
  }

  return (
    <div className={styles.panel}>
      {boundTo ? null : <Meaning />}
      <form className={styles.form} {...form.form}>
        {boundTo ? null : (
          <RadioField
            name="partner"
            label={text.partner}
            value={partner}
            onChange={(value) => setPartner(TELECOM_PARTNERS.find((one) => one === value) ?? 'hgc')}
            choices={TELECOM_PARTNERS.map((value) => ({ value, label: text.partners[value] }))}
          />
        )}
        <RedeemCodeField {...field} label={text.label} />
        <FormError>{form.formError ?? binding.refusal?.message}</FormError>
        <Button
          look="primary"
          size="l"
          type="submit"
          busy={form.pending}
          busyText={site.busy}
          disabled={waiting !== undefined}
        >
          {waiting ?? (boundTo ? text.already.submit : text.submit)}
        </Button>
        {isVisitor ? <p className={styles.note}>{text.visitor}</p> : null}
      </form>
      {confirming === undefined ? null : (
        <Dialog
          title={text.confirm.title(text.partners[partner])}
          closeLabel={site.close}
          busy={binding.pending}
          onClose={() => setConfirming(undefined)}
        >
          <p className={styles.text}>{text.confirm.text}</p>
          {account ? (
            <p className={styles.account}>{text.confirm.account(fullNumber(account.areaCode, account.mobileno))}</p>
          ) : null}
          <DialogActions
            main={{
              label: text.confirm.yes,
              onClick: () => void bind(confirming),
              busy: binding.pending,
              busyText: site.busy,
            }}
            cancel={{
              label: text.confirm.no,
              onClick: () => setConfirming(undefined),
              disabled: binding.pending,
              autoFocus: true,
            }}
          />
        </Dialog>
      )}
    </div>
  )
}

/** What binding means, before it is done. */
function Meaning() {
  const text = useText('partnerCode')
  return (
    <section className={styles.means}>
      <h2 className={styles.subtitle}>{text.means}</h2>
      <ul>
        {text.meansList.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles.needs}>
        <WarningIcon size={18} />
        <span>{text.needs}</span>
      </p>
    </section>
  )
}
