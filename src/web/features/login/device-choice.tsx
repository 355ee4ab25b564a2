import * as z from 'zod/mini'
import { type Device, DEVICES_MAX } from '#contract/devices.ts'
import { login } from '#contract/sessions.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { deviceLabel, deviceLabels } from '#web/kit/device-name.rules.ts'
import { formatInstant } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { waitLabel } from '#web/viewer/account/phone-field-labels.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import type { OpenedSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import type { Credentials } from './login-form.tsx'
import form from '#web/ui/form/form.module.css'

export interface DeviceChoiceProps {
  devices: readonly Device[]
  credentials: Credentials
  onSignedIn: (opened: OpenedSession, credentials: Credentials) => void
  onBack: () => void
}

const choice = z.object({ endDevice: z.string().check(z.minLength(1)) })

/** Chooses the device to sign out when the account is at its device limit. */
export function DeviceChoice({ devices, credentials, onSignedIn, onBack }: DeviceChoiceProps) {
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
