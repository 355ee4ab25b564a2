import styles from './login-screen.module.css'
import { useState } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { DEVICES_MAX } from '#contract/devices.ts'
import type { Device } from '#contract/error-codes.ts'
import { paths, routerPath, PATHS } from '#web/viewer/navigation/paths.ts'
import { startSession, type OpenedSession } from '#web/viewer/session/session.ts'
import { showsPasswordChanged } from './login-notice.ts'
import { useText } from '#web/kit/text.ts'
import * as z from 'zod/mini'
import { login } from '#contract/sessions.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { deviceLabel, deviceLabels } from '#web/kit/device-name.rules.ts'
import { formatInstant } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { waitLabel, passwordFieldLabels, phoneFieldLabels } from '#web/viewer/account/phone-field-labels.ts'
import { useSubmit, atField } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import form from '#web/ui/form/form.module.css'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { loginNumber } from '#web/viewer/account/login-prefill.ts'
import { hasPendingAction, pendingTitle } from '#web/viewer/session/pending-action.ts'
import { FormNotice } from '#web/ui/form/form-notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'

/** The account is at its device limit: one of these has to be signed out first. */
interface DeviceLimit {
  devices: readonly Device[]
  credentials: Credentials
}

/** SPEC 2, the login screen. After login it goes to the profiles. */
export function LoginScreen() {
  const text = useText('login')
  const navigate = useNavigate()
  const { state } = useLocation()
  const [deviceLimit, setDeviceLimit] = useState<DeviceLimit>()

  function enter(opened: OpenedSession, { mobileno, areaCode }: Credentials) {
    startSession(opened, { mobileno, areaCode })
    navigate(routerPath(paths.profiles()), { replace: true })
  }

  if (deviceLimit) return <DeviceChoice {...deviceLimit} onSignedIn={enter} onBack={() => setDeviceLimit(undefined)} />
  return (
    <LoginForm
      notice={showsPasswordChanged(state) ? text.passwordChanged : undefined}
      onSignedIn={enter}
      onDeviceLimit={(devices, credentials) => setDeviceLimit({ devices, credentials })}
    />
  )
}

interface DeviceChoiceProps {
  devices: readonly Device[]
  credentials: Credentials
  onSignedIn: (opened: OpenedSession, credentials: Credentials) => void
  onBack: () => void
}

const choice = z.object({ endDevice: z.string().check(z.minLength(1)) })

/** Chooses the device to sign out when the account is at its device limit. */
function DeviceChoice({ devices, credentials, onSignedIn, onBack }: DeviceChoiceProps) {
  const text = useText('login')
  const { language } = useCallContext()
  const { submit, wait } = useSubmit(login, {
    onSuccess: (opened) => onSignedIn(opened, credentials),
    waitMessage: text.numbers.tooMany,
  })
  const labels = deviceLabels(devices)
  usePageTitle(text.devices.title)
  const heading = useArrivalFocus<HTMLHeadingElement>()
  const chosen = useForm({
    schema: choice,
    initial: { endDevice: '' },
    messageOf: () => text.devices.missing,
    submit: ({ endDevice }) => submit({ ...credentials, endDevice }),
  })
  return (
    <form className={form.form} {...chosen.form}>
      <header className={form.head}>
        <h1 ref={heading} className={form.title} tabIndex={-1}>
          {text.devices.title}
        </h1>
        <p className={form.lead}>{text.devices.text(DEVICES_MAX)}</p>
      </header>
      <RadioField
        look="list"
        label={text.devices.choose}
        choices={devices.map(({ deviceId, name, lastSeenAt }) => ({
          value: deviceId,
          label: labels.get(deviceId) ?? deviceLabel(name),
          note: text.devices.lastSeen(formatInstant(lastSeenAt, language)),
        }))}
        {...chosen.field('endDevice')}
      />
      <FormError>{chosen.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={chosen.pending} busyText={text.busy} waiting={waitLabel(text.numbers, wait.left)}>
          {text.devices.submit}
        </SubmitButton>
        <Button look="text" wide onClick={onBack}>
          {text.devices.back}
        </Button>
      </div>
    </form>
  )
}

type Credentials = ParsedInputOf<typeof login>

interface LoginFormProps {
  notice: string | undefined
  onSignedIn: (opened: OpenedSession, credentials: Credentials) => void
  onDeviceLimit: (devices: readonly Device[], credentials: Credentials) => void
}

/** Mobile number and password. */
function LoginForm({ notice, onSignedIn, onDeviceLimit }: LoginFormProps) {
  const text = useText('login')
  const { site } = useShellText()
  const title = pendingTitle()
  const { areaCode, mobileno = '' } = loginNumber()
  const { submit, wait } = useSubmit(login, {
    waitMessage: text.numbers.tooMany,
    on: { WRONG_CREDENTIALS: atField('password') },
  })
  const fields = useForm({
    schema: login.input,
    initial: { areaCode: areaCode ?? DEFAULT_AREA_CODE, mobileno: grouped(mobileno), password: '' },
    submit: async (credentials) => {
      const answer = await submit(credentials)
      if (answer.result === 'SUCCESS') return onSignedIn(answer, credentials)
      if (answer.failure.errorCode === 'DEVICE_LIMIT') return onDeviceLimit(answer.failure.devices, credentials)
      return answer
    },
  })

  return (
    <form className={form.form} {...fields.form}>
      <header className={form.head}>
        <h1 className={form.title}>{text.title}</h1>
        {hasPendingAction() ? (
          <p className={form.lead}>
            <strong>{text.required}</strong>
            <br />
            {title === undefined ? text.resumes : text.resumesTitle(title)}
          </p>
        ) : null}
      </header>
      <FormNotice>{notice}</FormNotice>
      <PhoneField
        {...phoneFieldLabels(text.numbers)}
        region={wait.clearedBy(fields.field('areaCode'))}
        number={wait.clearedBy(fields.field('mobileno'))}
        autoComplete="username"
      />
      <PasswordField
        label={text.password}
        hint={text.passwordHint}
        autoComplete="current-password"
        inputMode="numeric"
        labels={passwordFieldLabels(text.numbers)}
        {...fields.field('password')}
      />
      <FormError>{fields.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={fields.pending} busyText={text.busy} waiting={waitLabel(text.numbers, wait.left)}>
          {text.submit}
        </SubmitButton>
      </div>
      <div className={styles.links}>
        <a className={form.link} href={paths.forget()}>
          {text.forgot}
        </a>
        <a className={form.link} href={paths.route(PATHS.help)}>
          {site.footer.help}
        </a>
        <span className={styles.register}>
          {text.noAccount}
          <a className={form.strongLink} href={paths.registration()}>
            {text.register}
          </a>
        </span>
      </div>
      <p className={styles.free}>
        {text.freeFirst}
        <a className={styles.look} href={paths.home()}>
          {text.look}
        </a>
      </p>
    </form>
  )
}
