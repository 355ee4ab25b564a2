import { useState } from 'react'
import { useNavigate } from 'react-router'
import { giftCardBalance } from '#contract/codes.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { GrantList } from '#web/ui/grant-list.tsx'
import styles from './gift-card-screen.module.css'

type Balance = OutputOf<typeof giftCardBalance>

/** What a gift card is worth, and whether it was used: nothing is redeemed. */
export function BalanceForm() {
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
  const navigate = useNavigate()
  const lines = useGrantLines(grants)
  const redeem = () => {
    keepDraft('redeem', { code })
    void navigate(routerPath(paths.giftCard('redeem')))
  }
  return (
    <div className={styles.found}>
      <p className={styles.state} data-state={state}>
        {states[state]}
      </p>
      <GrantList grants={lines} />
      {state === 'unused' ? (
        <Button look="primary" onClick={redeem}>
          {text.redeem}
        </Button>
      ) : null}
    </div>
  )
}
