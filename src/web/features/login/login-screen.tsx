import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Device } from '#contract/devices.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startSession, type OpenedSession } from '#web/viewer/session/session.ts'
import { DeviceChoice } from './device-choice.tsx'
import { type Credentials, LoginForm } from './login-form.tsx'
import { showsPasswordChanged } from './login-notice.ts'
import { useText } from '#web/kit/text.ts'

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
    void navigate(routerPath(paths.profiles()), { replace: true })
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
