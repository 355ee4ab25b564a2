import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { UserProfile } from '#contract/accounts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { bindPartner } from '#contract/partners.ts'
import { TELECOM_PARTNERS, type TelecomPartner } from '#contract/telecom-partners.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { fullNumber } from '#web/viewer/account/balances.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodesText } from '#web/viewer/codes/codes-text.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import { usePartnerCodeText } from './partner-code-text.ts'
import styles from './partner-code-screen.module.css'

type Bound = OutputOf<typeof bindPartner>

const DRAFT = 'partner-code'

/** What binding means, the partner and its code; it is confirmed before anything changes. */
export function PartnerCodeForm({ account }: { account: UserProfile | undefined }) {
  const text = usePartnerCodeText()
  const codes = useCodesText()
  const { site } = useText()
  const queries = useQueryClient()
  const requireLogin = useRequireLogin()
  const isVisitor = useSession().token === undefined
  const { pathname } = useLocation()
  const [partner, setPartner] = useState<TelecomPartner>('hgc')
  const [confirming, setConfirming] = useState<string>()
  const [bound, setBound] = useState<Bound>()
  const { CONFLICT: _, ...on } = codeRefusals(codes)
  const binding = useSubmit(bindPartner, { on, waitMessage: codes.tooMany })
  const { form, field, reset, waiting } = useCodeForm({
    draft: DRAFT,
    failure: binding.refusal?.failure,
    wait: binding.wait,
    onChange: binding.clear,
    send: async (code) => {
      keepDraft(DRAFT, { code: form.values.code })
      if (requireLogin({ kind: 'go', to: pathname })) setConfirming(code)
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
    setBound(answer)
    refreshAfterPlanChange(queries)
  }

  if (bound) return <BoundResult bound={bound} partner={partner} />
  return (
    <div className={styles.panel}>
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
      <form className={styles.form} {...form.form}>
        <RadioField
          name="partner"
          label={text.partner}
          value={partner}
          onChange={(value) => setPartner(TELECOM_PARTNERS.find((one) => one === value) ?? 'hgc')}
          choices={TELECOM_PARTNERS.map((value) => ({ value, label: text.partners[value] }))}
        />
        <RedeemCodeField {...field} label={text.label} />
        <FormError>{form.formError ?? binding.refusal?.message}</FormError>
        <Button look="primary" size="l" type="submit" disabled={waiting !== undefined}>
          {waiting ?? text.submit}
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

function BoundResult({ bound: { tickets, grants }, partner }: { bound: Bound; partner: TelecomPartner }) {
  const { done: text, partners } = usePartnerCodeText()
  const { language } = useCallContext()
  const lines = useGrantLines(grants)
  return (
    <ResultCard status="paid" icon={<CheckIcon size={30} />} kicker={text.kicker} title={text.title(partners[partner])}>
      <ResultFacts
        facts={[
          ...lines.map(({ what, until }) => [what, until] as const),
          [text.tickets, text.count(formatNumber(tickets, language))],
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
