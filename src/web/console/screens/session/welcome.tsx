import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { open, welcome } from '#contract/admin/session.ts'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/kit/copy-text.ts'
import { saveFile } from '#web/kit/save-file.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { CopyIcon, DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { FailedState } from '../../widgets/state.tsx'
import { Card } from './card.tsx'
import styles from './session.module.css'
import { useLeaveWarning } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'

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

/** They are told once: leaving warns until the operator says that they are kept. */
function RecoveryCodes({ email, codes }: { email: string; codes: readonly string[] }) {
  const { welcome } = useText('consoleSession')
  const navigate = useNavigate()
  const [isKept, setKept] = useState(false)
  const [error, setError] = useState<string>()
  useLeaveWarning(!isKept)
  const lines = codes.join('\n')
  const download = () => {
    const bytes = new TextEncoder().encode(`${welcome.fileTitle(email)}\n\n${lines}\n`)
    saveFile({ fileName: welcome.fileName, bytes }, 'text/plain;charset=utf-8')
    showToast({ text: welcome.downloaded })
  }
  return (
    <div className={styles.form}>
      <div className={styles.codes}>
        <h2>{welcome.keepTitle}</h2>
        <p className={styles.lead}>{welcome.keepText}</p>
        <ol className={styles.codeList}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.row}>
          <Button size="s" icon={<DownloadIcon size={16} />} onClick={download}>
            {welcome.download}
          </Button>
          <Button
            size="s"
            icon={<CopyIcon size={16} />}
            onClick={() => void copyText(lines, { done: welcome.copied, failed: welcome.copyFailed })}
          >
            {welcome.copy}
          </Button>
        </div>
      </div>
      <CheckField
        label={welcome.kept}
        name="kept"
        checked={isKept}
        error={error}
        onChange={(checked) => {
          setKept(checked)
          setError(undefined)
        }}
      />
      <div className={`${styles.row} ${styles.end}`}>
        <Button
          look="primary"
          onClick={() => (isKept ? navigate(PATHS.signIn, { replace: true }) : setError(welcome.keptFirst))}
        >
          {welcome.finish}
        </Button>
      </div>
    </div>
  )
}

interface CredentialStepsProps {
  invitation: Invitation
  step: Exclude<Step, 'keep'>
  onStep: (step: Step) => void
  onSet: (recoveryCodes: readonly string[]) => void
  /** The link was used or has expired meanwhile. */
  onInvalid: () => void
}

const PASSWORD = z.pick(welcome.input, { password: true })
const CODE = z.pick(welcome.input, { code: true })

function CredentialSteps({ invitation, step, onStep, onSet, onInvalid }: CredentialStepsProps) {
  const text = useText('consoleSession')
  const shell = useShellText()
  const client = useAdminClient()
  const password = useForm({ schema: PASSWORD, initial: { password: '' }, submit: async () => onStep('scan') })
  const code = useForm({
    schema: CODE,
    initial: { code: '' },
    submit: async (values): Promise<FormResult> => {
      const answer = await client.call(welcome, { token: invitation.token, ...password.values, ...values })
      if (answer.result === 'SUCCESS') return onSet(answer.recoveryCodes)
      code.set({ code: '' })
      if (answer.errorCode === 'NOT_FOUND') return onInvalid()
      if (answer.fields?.password) {
        onStep('password')
        return password.refuse({ message: '', fields: answer.fields })
      }
      return answer.errorCode === 'WRONG_CODE' ? { message: '', fields: { code: answer.message } } : answer
    },
  })
  if (step === 'password')
    return (
      <form className={styles.form} {...password.form}>
        {/* So that a password manager knows whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
        <PasswordField
          label={text.welcome.newPassword}
          hint={text.welcome.passwordHint}
          autoComplete="new-password"
          labels={text.show}
          {...password.field('password')}
        />
        <div className={styles.row}>
          <Button look="primary" type="submit">
            {text.welcome.next}
          </Button>
        </div>
      </form>
    )
  return (
    <form className={styles.form} {...code.form}>
      <Scan uri={invitation.otpauthUri} />
      <CodeInput
        label={text.welcome.enterCode}
        {...code.field('code')}
        onChange={(digits) => {
          if (digits !== '') onStep('code')
          code.set({ code: digits })
        }}
      />
      <FormError>{code.formError}</FormError>
      <div className={styles.row}>
        <Button onClick={() => onStep('password')}>{text.welcome.back}</Button>
        <Button look="primary" type="submit" busy={code.pending} busyText={shell.busy}>
          {text.welcome.verify}
        </Button>
      </div>
    </form>
  )
}

function Scan({ uri }: { uri: string }) {
  const { welcome } = useText('consoleSession')
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className={styles.scan}>
      <div className={styles.qr}>
        <QrCode text={uri} label={welcome.qr} />
      </div>
      <div className={styles.key}>
        <h2>{welcome.scanTitle}</h2>
        <p className={styles.lead}>{welcome.scanText}</p>
        <p className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button
          size="s"
          icon={<CopyIcon size={16} />}
          onClick={() => void copyText(secret, { done: welcome.keyCopied, failed: welcome.copyFailed })}
        >
          {welcome.copyKey}
        </Button>
      </div>
    </div>
  )
}

/** Of setting up how an operator signs in. */
const STEPS = ['password', 'scan', 'code', 'keep'] as const
type Step = (typeof STEPS)[number]

interface Invitation {
  readonly token: string
  readonly email: string
  readonly otpauthUri: string
}
