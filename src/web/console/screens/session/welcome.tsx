import { useCallback, useEffect, useState } from 'react'
import { open } from '#contract/admin/session.ts'
import { useLocation } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { Card } from './card.tsx'
import { CredentialSteps } from './credential-steps.tsx'
import styles from './session.module.css'
import { type Invitation, type Step, STEPS } from './steps.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Opened = 'opening' | 'invalid' | { readonly failed: string } | Invitation

/** Password, authenticator app and recovery codes of an invited operator, or after a reset. */
export function Welcome() {
  const text = useText('consoleSession')
  const [opened, retry] = useInvitation()
  const [step, setStep] = useState<Step>('password')
  const [codes, setCodes] = useState<readonly string[]>([])
  if (opened === 'opening')
    return (
      <Card title={text.welcome.title} isWide>
        <p className={styles.lead}>
          <Spinner size={20} /> {text.welcome.loading}
        </p>
      </Card>
    )
  if (opened === 'invalid')
    return (
      <Card title={text.welcome.invalidTitle} lead={text.welcome.invalid}>
        <p className={styles.form}>
          <Button href={href(PATHS.signIn)}>{text.welcome.toSignIn}</Button>
        </p>
      </Card>
    )
  if ('failed' in opened)
    return (
      <Card title={text.welcome.title}>
        <FailedState error={{ message: opened.failed }} onRetry={retry} />
      </Card>
    )
  return (
    <Card title={text.welcome.title} aside={opened.email} isWide>
      <Steps at={step} />
      {step === 'keep' ? (
        <RecoveryCodes email={opened.email} codes={codes} />
      ) : (
        <CredentialSteps
          invitation={opened}
          step={step}
          onStep={setStep}
          onSet={(recoveryCodes) => {
            setCodes(recoveryCodes)
            setStep('keep')
          }}
          onInvalid={retry}
        />
      )}
    </Card>
  )
}

function Steps({ at }: { at: Step }) {
  const { welcome } = useText('consoleSession')
  const current = STEPS.indexOf(at)
  return (
    <ol className={styles.steps} aria-label={welcome.stepsLabel}>
      {STEPS.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'next'
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            {welcome.steps[step]}
            {state === 'done' ? <span className="visually-hidden"> {welcome.done}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

/** The token is in the fragment, which no server and no log sees; only this call sends it. */
function useInvitation(): [Opened, () => void] {
  const client = useAdminClient()
  const { pathname } = useLocation()
  const token = pathname.slice(PATHS.welcome.length + 1)
  const [opened, setOpened] = useState<Opened>('opening')
  const load = useCallback(async (): Promise<Opened> => {
    const answer = await client.call(open, { token })
    if (answer.result === 'SUCCESS') return { ...answer, token }
    const isInvalid = answer.errorCode === 'NOT_FOUND' || answer.errorCode === 'INVALID_INPUT'
    return isInvalid ? 'invalid' : { failed: answer.message }
  }, [client, token])
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const next = await load()
      if (isCurrent) setOpened(next)
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [load])
  const retry = () => {
    setOpened('opening')
    void load().then(setOpened)
  }
  return [opened, retry]
}
