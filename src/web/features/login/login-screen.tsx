import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Device } from '#contract/devices.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startSession, type OpenedSession } from '#web/viewer/session/session.ts'
import { DeviceChoice } from './device-choice.tsx'
import { type Credentials, LoginForm } from './login-form.tsx'
import { showsPasswordChanged } from './login-notice.ts'
import { useLoginText } from './login-text.ts'

/** The devices of which one must go before this one comes in. */
interface Crowd {
  devices: readonly Device[]
  credentials: Credentials
}

/** SPEC 2, the login screen. Who has signed in goes on to the profiles. */
export function LoginScreen() {
  const text = useLoginText()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [crowd, setCrowd] = useState<Crowd>()

  function enter(opened: OpenedSession, { mobileno, areaCode }: Credentials) {
    startSession(opened, { mobileno, areaCode })
    void navigate(routerPath(paths.profiles()), { replace: true })
  }

  if (crowd) return <DeviceChoice {...crowd} onSignedIn={enter} onBack={() => setCrowd(undefined)} />
  return (
    <LoginForm
      notice={showsPasswordChanged(state) ? text.passwordChanged : undefined}
      onSignedIn={enter}
      onCrowded={(devices, credentials) => setCrowd({ devices, credentials })}
    />
  )
}
